use std::future::Future;

use moldau_metadata::image::MetadataDelta;
use moldau_protocol::messages::delete_topics_request;
use moldau_storage::disk::{Fault, FaultOp};

use super::*;
use crate::testing::{World, admit_broker, create_request, topic_names};

/// A running quorum that brokers may be created on, and what it said when it could not go on.
fn start(world: &World) -> (Quorum, Arc<Mutex<Vec<String>>>) {
    // A broker is let in first: that is part of the log then.
    admit_broker(&mut world.open());
    let messages = Arc::<Mutex<Vec<String>>>::default();
    let config = QuorumConfig {
        on_fatal: {
            let messages = Arc::clone(&messages);
            Arc::new(move |message| messages.lock().push(message.to_owned()))
        },
        ..world.config()
    };
    let Seams { disk, clock, ids } = world.seams();
    (Quorum::start(config, disk, clock, ids).unwrap(), messages)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn delete(name: &str) -> DeleteTopicsRequest {
    let topic = delete_topics_request::DeleteTopicState {
        name: Some(name.to_owned()),
        ..Default::default()
    };
    DeleteTopicsRequest { topics: vec![topic], timeout_ms: 1_000, ..Default::default() }
}

#[test]
fn commands_are_answered_once_everybody_can_see_what_they_did() {
    let world = World::formatted();
    let (quorum, messages) = start(&world);
    block_on(async {
        let names: Vec<_> = (0..100).map(|index| format!("t{index}")).collect();
        let tasks: Vec<_> = names
            .iter()
            .map(|name| {
                let quorum = quorum.clone();
                let name = name.clone();
                async move {
                    let answer = quorum.create_topics(create_request(&name, &[])).await;
                    assert_eq!(answer.topics[0].error_code, 0);
                    assert!(quorum.image().topics.by_name(&name).is_some());
                }
            })
            .collect();
        for task in tasks {
            task.await;
        }
        let answer = quorum.create_topics(create_request("t7", &[])).await;
        assert_eq!(answer.topics[0].error_code, ErrorCode::TOPIC_ALREADY_EXISTS.0);
        let answer = quorum.delete_topics(delete("t7"), 6).await;
        assert_eq!(answer.responses[0].error_code, 0);
        assert!(quorum.image().topics.by_name("t7").is_none());
    });
    let status = quorum.status();
    assert_eq!(status.high_watermark, Some(status.log_end));
    quorum.shutdown();
    quorum.shutdown();
    assert_eq!(quorum.status().leader, None);
    assert!(messages.lock().is_empty());
    assert_eq!(topic_names(&world.open().image()).len(), 99);
}

#[test]
fn after_the_end_every_answer_is_not_controller() {
    let world = World::formatted();
    let (quorum, _) = start(&world);
    quorum.shutdown();
    let not_controller = ErrorCode::NOT_CONTROLLER.0;
    block_on(async {
        let answer = quorum.create_topics(create_request("t", &[])).await;
        assert_eq!((&*answer.topics[0].name, answer.topics[0].error_code), ("t", not_controller));
        let answer = quorum.delete_topics(delete("t"), 6).await;
        let first = &answer.responses[0];
        assert_eq!((first.name.as_deref(), first.error_code), (Some("t"), not_controller));
        let answer = quorum.broker_heartbeat(BrokerHeartbeatRequest::default()).await;
        assert_eq!(answer.error_code, not_controller);
        let answer = quorum.register_broker(BrokerRegistrationRequest::default()).await;
        assert_eq!(answer.error_code, not_controller);
        let answer = quorum.allocate_producer_ids(AllocateProducerIdsRequest::default()).await;
        assert_eq!(answer.error_code, not_controller);
        let answer = quorum.register_controller(ControllerRegistrationRequest::default()).await;
        assert_eq!(answer.error_code, not_controller);
    });
}

#[test]
fn a_failing_log_stops_the_node_with_one_message_and_answers_nobody() {
    let world = World::formatted();
    let (quorum, messages) = start(&world);
    let path_contains = "__cluster_metadata-0".to_owned();
    world.disk.set_faults(vec![Fault { op: FaultOp::Sync, path_contains, os_error: 5 }]);
    block_on(async {
        let answer = quorum.create_topics(create_request("t", &[])).await;
        assert_eq!(answer.topics[0].error_code, ErrorCode::NOT_CONTROLLER.0);
        let answer = quorum.create_topics(create_request("u", &[])).await;
        assert_eq!(answer.topics[0].error_code, ErrorCode::NOT_CONTROLLER.0);
    });
    quorum.shutdown();
    assert!(topic_names(&quorum.image()).is_empty());
    let messages = messages.lock();
    assert_eq!(messages.len(), 1);
    let expected = "cannot sync the metadata log in /data/__cluster_metadata-0";
    assert!(messages[0].starts_with(expected), "{messages:?}");
}

#[test]
fn a_change_that_is_too_large_is_refused_and_harms_nobody() {
    let world = World::formatted();
    let (quorum, messages) = start(&world);
    let value = "x".repeat(9 << 20);
    block_on(async {
        let answer = quorum.create_topics(create_request("big", &[("k", &value)])).await;
        assert_eq!(answer.topics[0].error_code, ErrorCode::RECORD_LIST_TOO_LARGE.0);
        let answer = quorum.create_topics(create_request("small", &[])).await;
        assert_eq!(answer.topics[0].error_code, 0);
    });
    quorum.shutdown();
    assert!(messages.lock().is_empty());
}

struct Panics;

impl Publisher for Panics {
    fn publish(&mut self, _: &MetadataDelta, image: &Arc<MetadataImage>) {
        assert!(image.topics.is_empty(), "a topic");
    }
}

#[test]
fn nobody_waits_for_a_thread_that_panicked() {
    let world = World::formatted();
    let (quorum, messages) = start(&world);
    block_on(async {
        quorum.subscribe(Box::new(Panics)).await.unwrap();
        for _ in 0..2 {
            let answer = quorum.create_topics(create_request("t", &[])).await;
            assert_eq!(answer.topics[0].error_code, ErrorCode::NOT_CONTROLLER.0);
        }
        assert_eq!(quorum.subscribe(Box::new(Panics)).await, Err(CommandError::Unavailable));
    });
    quorum.shutdown();
    assert_eq!(messages.lock().len(), 1);
}
