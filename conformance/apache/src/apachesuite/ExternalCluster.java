package apachesuite;

import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.security.auth.SecurityProtocol;

import org.opentest4j.TestAbortedException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster whose nodes are separate processes. One properties file per node is written with
 * Kafka's own names; the node ids, listeners and default properties are those that Apache's
 * in-JVM test kit uses, so that the tests find the cluster they expect.
 */
public final class ExternalCluster implements AutoCloseable {
    static final String ADMIN_USER = "plain-admin";
    static final String ADMIN_PASSWORD = "plain-admin-secret";
    private static final String OTHER_USER = "plain-user1";
    private static final String OTHER_PASSWORD = "plain-user1-secret";
    private static final int FIRST_ISOLATED_CONTROLLER = 3000;
    private static final long READY_MS = 60_000;
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** What the caller wants; plain fields with the test kit's defaults. */
    public static final class Spec {
        public int brokers = 1;
        public int controllers = 1;
        public boolean combined;
        public int disksPerBroker = 1;
        /** A dynamic quorum (format --standalone) instead of controller.quorum.voters. */
        public boolean standalone;
        public String brokerListener = "EXTERNAL";
        public String controllerListener = "CONTROLLER";
        public SecurityProtocol brokerProtocol = SecurityProtocol.PLAINTEXT;
        public SecurityProtocol controllerProtocol = SecurityProtocol.PLAINTEXT;
        public Map<String, String> properties = new HashMap<>();
        public Map<Integer, Map<String, String>> perNode = new HashMap<>();
        public String releaseVersion;
        public Map<String, Short> features = new TreeMap<>();
    }

    /**
     * With APACHE_SUITE_NODES=one every cluster is one process with both roles, for a server that has no more yet:
     * the tests that are not about the cluster can be run then, and Apache Kafka gets the same.
     */
    public static final boolean ONE_NODE = "one".equals(System.getenv("APACHE_SUITE_NODES"));

    private static void fitToOneNode(Spec spec) {
        spec.brokers = 1;
        spec.controllers = 1;
        spec.combined = true;
        spec.properties.replaceAll((name, value) ->
                name.endsWith("replication.factor") || name.endsWith("min.isr") || name.equals("min.insync.replicas") ? "1" : value);
        for (String name : List.of("offsets.topic.replication.factor", "transaction.state.log.replication.factor",
                "transaction.state.log.min.isr", "share.coordinator.state.topic.replication.factor",
                "share.coordinator.state.topic.min.isr"))
            spec.properties.putIfAbsent(name, "1");
    }

    private static final class Member {
        int id;
        boolean broker;
        boolean controller;
        int brokerPort;
        int controllerPort;
        Map<String, String> properties;
        Path config;
        Path log;
        Process process;

        boolean running() {
            return process != null && process.isAlive();
        }
    }

    private final Spec spec;
    private final String clusterId = Uuid.randomUuid().toString();
    private final Map<Integer, Member> members = new TreeMap<>();
    private final Path dataDir;
    private final Path logDir;
    private boolean formatted;
    private boolean closed;

    public ExternalCluster(Spec spec) {
        this.spec = spec;
        if (ONE_NODE)
            fitToOneNode(spec);
        refuseWhatNoProcessCanDo();
        String name = CurrentTest.folderName() + "-" + COUNT.incrementAndGet();
        try {
            dataDir = Files.createTempDirectory("apache-suite-");
            logDir = Files.createDirectories(Path.of(System.getProperty("apachesuite.logs", dataDir.toString()), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int id = 0; id < spec.brokers; id++) {
            Member member = member(id);
            member.broker = true;
            member.brokerPort = Ports.free();
        }
        for (int i = 0; i < spec.controllers; i++) {
            Member member = member(spec.combined ? i : FIRST_ISOLATED_CONTROLLER + i);
            member.controller = true;
            member.controllerPort = Ports.free();
        }
    }

    private Member member(int id) {
        return members.computeIfAbsent(id, key -> {
            Member member = new Member();
            member.id = id;
            member.config = logDir.resolve("node-" + id + ".properties");
            member.log = logDir.resolve("node-" + id + ".log");
            return member;
        });
    }

    // ---- what a separate process cannot do ----

    private void refuseWhatNoProcessCanDo() {
        List<Map<String, String>> all = new ArrayList<>(spec.perNode.values());
        all.add(spec.properties);
        for (Map<String, String> properties : all)
            properties.forEach((name, value) -> {
                for (String word : value.split("[\\s,]+"))
                    if (isClassOfTheTests(word))
                        throw new TestAbortedException("needs a Java plug-in inside the broker: " + name + "=" + word);
            });
    }

    /** A class that only the tests' jars have can be loaded by no broker but the test kit's. */
    private static boolean isClassOfTheTests(String name) {
        if (name.indexOf('.') < 0)
            return false;
        try {
            Class<?> found = Class.forName(name, false, ExternalCluster.class.getClassLoader());
            CodeSource source = found.getProtectionDomain().getCodeSource();
            return source != null && source.getLocation().getPath().endsWith("-test.jar");
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    public static TestAbortedException needsBrokerJvm(String what) {
        return new TestAbortedException("needs the broker's JVM: " + what);
    }

    // ---- configuration ----

    private Map<String, String> propertiesOf(Member member) {
        Map<String, String> p = new LinkedHashMap<>(spec.properties);
        p.put("server.max.startup.time.ms", "600000");
        p.put("process.roles", roles(member));
        p.put("node.id", Integer.toString(member.id));
        Path data = dataDir.resolve("node-" + member.id);
        p.put("metadata.log.dir", data.resolve("metadata").toString());
        p.put("log.dirs", member.broker ? brokerDirs(data) : data.resolve("metadata").toString());
        addSasl(p, member);
        p.putIfAbsent("listener.security.protocol.map",
                spec.brokerListener + ":" + spec.brokerProtocol + "," + spec.controllerListener + ":" + spec.controllerProtocol);
        p.put("listeners", listeners(member));
        p.putIfAbsent("inter.broker.listener.name", spec.brokerListener);
        p.putIfAbsent("controller.listener.names", spec.controllerListener);
        String controllers = controllers().map(c -> (spec.standalone ? "" : c.id + "@") + "localhost:" + c.controllerPort)
                .collect(Collectors.joining(","));
        p.put(spec.standalone ? "controller.quorum.bootstrap.servers" : "controller.quorum.voters", controllers);
        p.putIfAbsent("log.cleaner.dedupe.buffer.size", "2097152");
        if (!member.controller)
            p.remove("controller.quorum.auto.join.enable");
        p.putAll(spec.perNode.getOrDefault(member.id, Map.of()));
        p.putIfAbsent("unstable.feature.versions.enable", "true");
        p.putIfAbsent("unstable.api.versions.enable", "true");
        return p;
    }

    /** Java's properties format, with no more escapes than it needs: only backslash and line break. */
    private static List<String> lines(Map<String, String> properties) {
        return new TreeMap<>(properties).entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue().replace("\\", "\\\\").replace("\n", "\\n")).toList();
    }

    private static String roles(Member member) {
        if (member.broker && member.controller)
            return "broker,controller";
        return member.broker ? "broker" : "controller";
    }

    private String brokerDirs(Path data) {
        List<String> dirs = new ArrayList<>();
        for (int disk = 0; disk < spec.disksPerBroker; disk++)
            dirs.add(data.resolve("data" + disk).toString());
        return String.join(",", dirs);
    }

    private String listeners(Member member) {
        List<String> listeners = new ArrayList<>();
        if (member.broker)
            listeners.add(spec.brokerListener + "://localhost:" + member.brokerPort);
        if (member.controller)
            listeners.add(spec.controllerListener + "://localhost:" + member.controllerPort);
        return String.join(",", listeners);
    }

    /**
     * SASL/PLAIN with two users, and with it an authorizer, on the nodes that have a SASL listener: a
     * plain controller behind SASL brokers must have none, or it would refuse those brokers.
     */
    private void addSasl(Map<String, String> p, Member member) {
        boolean brokerSasl = member.broker && spec.brokerProtocol == SecurityProtocol.SASL_PLAINTEXT;
        boolean controllerSasl = spec.controllerProtocol == SecurityProtocol.SASL_PLAINTEXT;
        if (brokerSasl || member.controller && controllerSasl) {
            p.putIfAbsent("sasl.enabled.mechanisms", "PLAIN");
            p.putIfAbsent("sasl.mechanism.inter.broker.protocol", "PLAIN");
            p.putIfAbsent("sasl.mechanism.controller.protocol", "PLAIN");
            p.putIfAbsent("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
            p.putIfAbsent("allow.everyone.if.no.acl.found", "false");
            p.putIfAbsent("super.users", "User:" + ADMIN_USER);
        }
        String jaas = "org.apache.kafka.common.security.plain.PlainLoginModule required"
                + " username=\"" + ADMIN_USER + "\" password=\"" + ADMIN_PASSWORD + "\""
                + " user_" + ADMIN_USER + "=\"" + ADMIN_PASSWORD + "\""
                + " user_" + OTHER_USER + "=\"" + OTHER_PASSWORD + "\";";
        if (brokerSasl)
            p.put("listener.name." + spec.brokerListener.toLowerCase() + ".plain.sasl.jaas.config", jaas);
        if (controllerSasl)
            p.put("listener.name." + spec.controllerListener.toLowerCase() + ".plain.sasl.jaas.config", jaas);
    }

    private List<String> formatArgs(Member member) {
        List<String> args = new ArrayList<>();
        if (spec.releaseVersion != null)
            args.addAll(List.of("--release-version", spec.releaseVersion));
        spec.features.forEach((feature, level) -> args.addAll(List.of("--feature", feature + "=" + level)));
        if (spec.standalone && member.controller)
            args.add(member == controllers().findFirst().orElseThrow() ? "--standalone" : "--no-initial-controllers");
        return args;
    }

    // ---- life ----

    public synchronized void format() throws IOException {
        if (formatted)
            return;
        formatted = true;
        for (Member member : members.values()) {
            member.properties = propertiesOf(member);
            Files.write(member.config, lines(member.properties));
            Sut.format(member.config, clusterId, formatArgs(member), member.log);
        }
    }

    public synchronized void start() throws IOException {
        format();
        for (Member member : members.values())
            launch(member);
        waitUntilReady();
    }

    private void launch(Member member) throws IOException {
        if (closed)
            throw new IllegalStateException("the cluster has been closed");
        if (!member.running())
            member.process = Sut.start(member.config, member.log);
    }

    /** Ready: every broker that was started answers, and knows every other; none of the nodes has died. */
    public void waitUntilReady() {
        Set<Integer> expected = brokerMembers().filter(b -> b.process != null).map(b -> b.id).collect(Collectors.toSet());
        for (int id : expected)
            await("broker " + id + " is not ready", () -> {
                refuseDeadNodes();
                Set<Integer> seen = new TreeSet<>();
                metadata(id, List.of()).brokers().forEach(node -> seen.add(node.id()));
                return seen.containsAll(expected);
            });
    }

    private void refuseDeadNodes() {
        for (Member member : members.values())
            if (member.process != null && !member.process.isAlive())
                throw new IllegalStateException("node " + member.id + " exited " + member.process.exitValue()
                        + ": " + Sut.tail(member.log));
    }

    /** A graceful stop, as in the test kit. A combined node's controller dies with it, which the kit's does not. */
    public void stopNode(int id) {
        Member member = existing(id);
        if (member.controller) {
            long left = controllers().filter(c -> c != member && c.running()).count();
            if (left <= spec.controllers / 2)
                throw new TestAbortedException("stopping broker " + id
                        + " of a combined node would stop the controller quorum; the test kit keeps that half running");
        }
        if (member.running())
            Sut.terminate(member.process);
        member.process = null; // stopped on purpose: not a node that died
    }

    public void startNode(int id) throws IOException {
        launch(existing(id));
        waitUntilReady();
    }

    private Member existing(int id) {
        Member member = members.get(id);
        if (member == null)
            throw new IllegalArgumentException("Unknown brokerId " + id);
        return member;
    }

    public boolean isRunning(int id) {
        return existing(id).running();
    }

    /** Kill everything and delete the data; the logs and the configurations stay. */
    @Override
    public synchronized void close() {
        if (closed)
            return;
        closed = true;
        members.values().stream().filter(Member::running).forEach(m -> m.process.destroyForcibly());
        members.values().stream().filter(m -> m.process != null).forEach(m -> Sut.kill(m.process));
        try (Stream<Path> files = Files.walk(dataDir)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // left to the runner, which deletes its whole temporary folder
        }
    }

    // ---- questions ----

    public String clusterId() {
        return clusterId;
    }

    public Spec spec() {
        return spec;
    }

    public Set<Integer> brokerIds() {
        return brokerMembers().map(m -> m.id).collect(Collectors.toCollection(TreeSet::new));
    }

    public Set<Integer> controllerIds() {
        return controllers().map(m -> m.id).collect(Collectors.toCollection(TreeSet::new));
    }

    public List<Integer> brokerPorts() {
        return brokerMembers().map(m -> m.brokerPort).toList();
    }

    public List<Integer> controllerPorts() {
        return controllers().map(m -> m.controllerPort).toList();
    }

    public int brokerPort(int id) {
        return existing(id).brokerPort;
    }

    public int controllerPort(int id) {
        return existing(id).controllerPort;
    }

    public Map<String, String> nodeProperties(int id) {
        Member member = existing(id);
        return member.properties != null ? member.properties : propertiesOf(member);
    }

    public String bootstrapServers() {
        return brokerPorts().stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
    }

    public String bootstrapControllers() {
        return controllerPorts().stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
    }

    /** What broker `id` itself answers about these topics. */
    public MetadataResponse metadata(int id, List<String> topics) throws IOException {
        return BrokerView.metadata(existing(id).brokerPort, brokerProtocol(), topics);
    }

    /** A test may have put another protocol than the spec's into the listeners' map. */
    private SecurityProtocol brokerProtocol() {
        for (String entry : spec.properties.getOrDefault("listener.security.protocol.map", "").split(","))
            if (entry.startsWith(spec.brokerListener + ":"))
                return SecurityProtocol.forName(entry.substring(spec.brokerListener.length() + 1));
        return spec.brokerProtocol;
    }

    /** The broker's number of partitions with a leader, empty if it does not know the topic. */
    public Optional<Integer> partitionsSeenBy(int id, String topic) throws IOException {
        for (MetadataResponse.TopicMetadata found : metadata(id, List.of(topic)).topicMetadata()) {
            if (found.error() == Errors.TOPIC_AUTHORIZATION_FAILED)
                throw new TestAbortedException("the harness's own client may not describe topic " + topic);
            if (found.error() == Errors.NONE)
                return Optional.of(found.partitionMetadata().size());
        }
        return Optional.empty();
    }

    public Collection<Node> nodesSeenBy(int id) throws IOException {
        return metadata(id, List.of()).brokers();
    }

    private Stream<Member> brokerMembers() {
        return members.values().stream().filter(m -> m.broker);
    }

    private Stream<Member> controllers() {
        return members.values().stream().filter(m -> m.controller);
    }

    /** Wait until each running broker satisfies the condition. */
    public void awaitEachBroker(String failure, BrokerCondition condition) {
        for (int id : brokerIds())
            if (isRunning(id))
                await(failure + " on broker " + id, () -> condition.holds(id));
    }

    @FunctionalInterface
    public interface BrokerCondition {
        boolean holds(int id) throws IOException;
    }

    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    /** Poll until the condition holds; an IOException counts as "not yet". */
    public static void await(String failure, Condition condition) {
        long end = System.currentTimeMillis() + READY_MS;
        IOException last = null;
        while (System.currentTimeMillis() < end) {
            try {
                if (condition.holds())
                    return;
                last = null;
            } catch (IOException e) {
                last = e;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting: " + failure);
            }
        }
        throw new AssertionError(failure + " after " + READY_MS + " ms", last);
    }
}
