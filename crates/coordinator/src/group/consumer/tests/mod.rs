mod heartbeat;
mod kind;
mod migration;
mod regex;
mod rig;
