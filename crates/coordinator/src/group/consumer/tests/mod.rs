mod heartbeat;
mod kind;
mod regex;
mod rig;
