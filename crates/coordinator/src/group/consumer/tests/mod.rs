mod heartbeat;
mod kind;
mod migration;
mod random;
mod regex;
mod rig;
