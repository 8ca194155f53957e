// temporary
use moldau_metadata::controller::*; use moldau_metadata::image::*; use moldau_protocol::ids::*; use moldau_protocol::messages::*; use moldau_quorum::*; use std::collections::BTreeMap; use std::path::PathBuf; use std::sync::Arc; use std::time::Duration;
struct Rules; impl TopicConfigRules for Rules { fn validate(&self,_:&ConfigsImage,_:&BTreeMap<String,String>)->Result<(),String>{Ok(())} fn describe(&self,_:&ConfigsImage,_:&BTreeMap<String,String>)->Vec<EffectiveConfig>{vec![]} }
#[derive(Debug)] struct P; impl Publisher for P { fn publish(&mut self,d:&MetadataDelta,i:&Arc<MetadataImage>){ eprintln!("publish {:?} created {} deleted {} brokers {:?}", i.provenance, d.topics().created.len(), d.topics().deleted.len(), d.brokers_changed()); } }
fn main(){
 let a:Vec<String>=std::env::args().collect();
 let dir=PathBuf::from(&a[2]); let disk=Arc::new(moldau_storage::disk::RealDisk);
 let clock=Arc::new(SystemClock::default());
 let ep=ControllerEndpoint{name:"CONTROLLER".into(),host:"127.0.0.1".into(),port:29093,security_protocol:0};
 if a[1]=="format" {
   let mut o=format::FormatOptions::single_node(clock.now_ms()); o.cluster_id="MkU3OEVBNTcwNTJENDM2Qk".into(); o.directories=vec![dir.clone()]; o.metadata_directory=dir; o.endpoints=vec![ep];
   if a.get(3).is_some_and(|x|x=="static") {o.voters=format::FirstVoters::Unspecified;o.has_static_voters=true;}
   println!("{:?}", format::format(&*disk,&RandomIds,&o)); return; }
 let meta=moldau_storage::MetaProperties::read(&*disk,&dir).unwrap().unwrap();
 println!("{}", format::info(&*disk,&[dir.clone()]));
 let incarnation=RandomIds.next_id();
 let stat=a.get(3).is_some_and(|x|x=="static");
 let cfg=QuorumConfig{controller:ControllerConfig{node_id:BrokerId(1),cluster_id:meta.cluster_id.clone(),session_timeout:Duration::from_secs(9),default_num_partitions:1,default_replication_factor:1,delete_topic_enable:true,default_min_insync_replicas:1,default_unclean_leader_election:false,topic_configs:Arc::new(Rules),local_incarnation:Some(incarnation)},
  metadata_dir:dir,directory_id:meta.directory_id.unwrap(),static_voters:if stat {vec![StaticVoter{id:BrokerId(1),host:"127.0.0.1".into(),port:29093}]} else {vec![]},endpoints:vec![ep],incarnation,log:MetadataLogConfig{max_snapshot_interval:if a.get(4).is_some(){Duration::from_millis(300)}else{Duration::from_secs(3600)},..Default::default()},on_fatal:Arc::new(|m|eprintln!("FATAL {m}"))};
 let t=std::time::Instant::now();
 let q=Quorum::start(cfg,disk,clock,Arc::new(RandomIds)).map_err(|e|{eprintln!("{e}");e}).unwrap();
 println!("started in {:?} {:?}", t.elapsed(), q.status());
 let rt=tokio::runtime::Builder::new_current_thread().build().unwrap();
 rt.block_on(async {
  q.subscribe(Box::new(P)).await.unwrap();
  let image=q.image(); println!("features {:?}", image.features); for t in image.topics.iter(){println!("topic {} {:?} parts {}", t.name,t.id,t.partitions.len());}
  let r=q.register_broker(BrokerRegistrationRequest{broker_id:1,cluster_id:meta.cluster_id.clone(),incarnation_id:incarnation,listeners:vec![broker_registration_request::Listener{name:"PLAINTEXT".into(),host:"127.0.0.1".into(),port:29092,..Default::default()}],features:image.features.finalized().map(|(n,l)|broker_registration_request::Feature{name:n.into(),min_supported_version:if n=="metadata.version"{7}else{0},max_supported_version:l,..Default::default()}).collect(),log_dirs:vec![meta.directory_id.unwrap().0],..Default::default()}).await; println!("{r:?}");
  let h=q.broker_heartbeat(BrokerHeartbeatRequest{broker_id:1,broker_epoch:r.broker_epoch,current_metadata_offset:q.image().provenance.last_offset.0,..Default::default()}).await; println!("{h:?}");
  let t=std::time::Instant::now();
  let c=q.create_topics(CreateTopicsRequest{topics:vec![create_topics_request::CreatableTopic{name:format!("t{}",q.image().topics.len()),num_partitions:3,replication_factor:1,..Default::default()}],timeout_ms:1000,..Default::default()}).await; println!("{c:?} {:?}",t.elapsed());
  let p=q.allocate_producer_ids(AllocateProducerIdsRequest{broker_id:1,broker_epoch:r.broker_epoch,..Default::default()}).await; println!("{p:?}");
 });
 if a.get(4).is_some(){std::thread::sleep(Duration::from_millis(700));}
 println!("{:?}", q.status()); q.shutdown();
}
