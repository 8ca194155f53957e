//! Apache Kafka, one combined node, from the jars on Maven Central, with the JVM flags of its own
//! start script.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use moldau_protocol::ids::Uuid;

use super::{COMMON, Peer};
use crate::failure::Result;
use crate::server::{Node, run};

const VERSION: &str = "4.4.0";
const POM: &str = include_str!("../../assets/kafka-pom.xml");
const LOG4J: &str = include_str!("../../assets/log4j2.properties");
const HEAP: &str = "1g";
const FLAGS: [&str; 5] = [
    "-XX:+UseG1GC",
    "-XX:MaxGCPauseMillis=20",
    "-XX:InitiatingHeapOccupancyPercent=35",
    "-XX:+ExplicitGCInvokesConcurrent",
    "-Djava.awt.headless=true",
];

/// The jars and where they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kafka {
    home: PathBuf,
}

impl Kafka {
    /// A JVM with the jars, ready for a class name.
    pub(crate) fn java(&self, heap: &str) -> Command {
        let mut command = Command::new("java");
        command.arg(format!("-Xms{heap}")).arg(format!("-Xmx{heap}"));
        let log4j = self.home.join("log4j2.properties");
        command.arg(format!("-Dlog4j2.configurationFile=file:{}", log4j.display()));
        command.arg("-cp").arg(self.home.join("lib").join("*"));
        command
    }
}

impl Peer for Kafka {
    fn name(&self) -> String {
        format!("Apache Kafka {VERSION}")
    }

    fn prepare(&mut self, cache: &Path) -> Result<()> {
        self.home = cache.join(format!("kafka-{VERSION}"));
        fs::create_dir_all(&self.home)?;
        fs::write(self.home.join("log4j2.properties"), LOG4J)?;
        let done = self.home.join("complete");
        if !done.exists() {
            let pom = self.home.join("pom.xml");
            fs::write(&pom, POM)?;
            eprintln!("fetching Apache Kafka {VERSION} (92 jars, 54 MB)");
            let mut maven = Command::new("mvn");
            maven.args(["-q", "-B", "dependency:copy-dependencies"]).arg("-f").arg(&pom);
            run(maven.arg(format!("-DoutputDirectory={}", self.home.join("lib").display())))?;
            fs::write(done, "")?;
        }
        Ok(())
    }

    fn format(&self, node: &Node) -> Result<()> {
        let address = format!("127.0.0.1:{}", node.controller_port);
        let listeners = format!("PLAINTEXT://{},CONTROLLER://{address}", node.address());
        let mut properties = format!(
            "process.roles=broker,controller\nnode.id=1\n\
             controller.quorum.bootstrap.servers={address}\nlisteners={listeners}\n\
             advertised.listeners={listeners}\ncontroller.listener.names=CONTROLLER\n\
             inter.broker.listener.name=PLAINTEXT\n\
             listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT\n\
             log.dirs={}\nshare.coordinator.state.topic.replication.factor=1\n\
             share.coordinator.state.topic.min.isr=1\n",
            node.data().display()
        );
        for (key, value) in COMMON {
            properties.push_str(&format!("{key}={value}\n"));
        }
        let file = node.root.join("server.properties");
        fs::write(&file, properties)?;
        let cluster = Uuid::from_random(rand::random()).to_string();
        let mut format = self.java("256m");
        format.args(["kafka.tools.StorageTool", "format", "--standalone", "-t", &cluster, "-c"]);
        run(format.arg(file))?;
        Ok(())
    }

    fn command(&self, node: &Node) -> Command {
        let mut command = self.java(HEAP);
        command.args(FLAGS).arg(format!("-Dkafka.logs.dir={}", node.root.display()));
        command.arg("kafka.Kafka").arg(node.root.join("server.properties"));
        command
    }

    fn synced_topic(&self) -> (&'static str, &'static str) {
        ("flush.messages", "1")
    }

    fn settings(&self) -> String {
        format!(
            "heap {HEAP}, {}; no fsync but where a workload says so (flush.messages=1)",
            FLAGS.join(" ")
        )
    }
}
