use clap::Args;
use crate::failure::Failure;
#[derive(Debug, Args)]
pub(crate) struct StorageArgs {}
pub(crate) fn run(_args: StorageArgs) -> Result<(), Failure> { Err(Failure::new("x")) }
