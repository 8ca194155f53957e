mod heartbeat;
mod rig;
