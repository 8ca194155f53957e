//! Cluster metadata and configuration definitions. Pure: no IO, no clock, no runtime.

pub mod config;
pub mod controller;
pub mod feature;
pub mod image;
pub mod record;

#[cfg(test)]
mod golden;
