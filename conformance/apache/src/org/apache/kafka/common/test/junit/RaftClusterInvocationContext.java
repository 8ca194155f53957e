package org.apache.kafka.common.test.junit;

import apachesuite.ExternalCluster;
import apachesuite.OneReplica;
import apachesuite.Stubs;

import kafka.server.ControllerServer;
import kafka.server.KafkaBroker;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.consumer.GroupProtocol;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.test.ClusterInstance;
import org.apache.kafka.common.test.api.ClusterConfig;
import org.apache.kafka.common.test.api.Type;
import org.apache.kafka.server.authorizer.Authorizer;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.fault.FaultHandlerException;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Takes the place of Apache's class of this name, first on the class path: the extension behind
 * {@code @ClusterTest} makes one of these per run of a test. Here the cluster is an ExternalCluster.
 */
public class RaftClusterInvocationContext implements TestTemplateInvocationContext {
    private final String baseDisplayName;
    private final ClusterConfig config;
    private final boolean combined;

    public RaftClusterInvocationContext(String baseDisplayName, ClusterConfig config, boolean combined) {
        this.baseDisplayName = baseDisplayName;
        this.config = config;
        this.combined = combined;
    }

    @Override
    public String getDisplayName(int invocationIndex) {
        return baseDisplayName + " [" + invocationIndex + "] Type=Raft-" + (combined ? "Combined" : "Isolated")
                + ", " + String.join(",", config.displayTags());
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        Instance instance = new Instance(config, combined);
        BeforeEachCallback start = context -> {
            instance.format();
            if (config.isAutoStart())
                instance.start();
        };
        // Stopped before the check for leaked threads; the second one is for a start that failed.
        AfterTestExecutionCallback stop = context -> instance.stop();
        AfterEachCallback stopAnyway = context -> instance.stop();
        return List.of(start, stop, stopAnyway, new ClusterInstanceParameterResolver(instance));
    }

    private static final class Instance implements ClusterInstance {
        private final ClusterConfig config;
        private final boolean combined;
        private ExternalCluster cluster;
        private Map<Integer, KafkaBroker> brokers;
        private Map<Integer, ControllerServer> controllers;
        private boolean started;
        private boolean stopped;

        Instance(ClusterConfig config, boolean combined) {
            this.config = config;
            this.combined = combined || ExternalCluster.ONE_NODE;
        }

        private ExternalCluster cluster() {
            if (cluster == null)
                cluster = new ExternalCluster(spec());
            return cluster;
        }

        private ExternalCluster.Spec spec() {
            ExternalCluster.Spec spec = new ExternalCluster.Spec();
            spec.brokers = config.numBrokers();
            spec.controllers = config.numControllers();
            spec.combined = combined;
            spec.disksPerBroker = config.numDisksPerBroker();
            spec.standalone = config.standalone();
            spec.brokerListener = config.brokerListenerName().value();
            spec.controllerListener = config.controllerListenerName().value();
            spec.brokerProtocol = config.brokerSecurityProtocol();
            spec.controllerProtocol = config.controllerSecurityProtocol();
            spec.properties.putAll(config.serverProperties());
            spec.perNode.putAll(config.perServerOverrideProperties());
            spec.releaseVersion = config.metadataVersion().version();
            config.features().forEach((feature, level) -> {
                if (!feature.featureName().equals(MetadataVersion.FEATURE_NAME))
                    spec.features.put(feature.featureName(), level);
            });
            return spec;
        }

        // ---- life ----

        void format() throws IOException {
            cluster().format();
        }

        @Override
        public void start() {
            if (started)
                return;
            started = true;
            try {
                cluster().start();
            } catch (IOException | IllegalStateException e) {
                throw new RuntimeException("Failed to start Raft server", e);
            }
        }

        @Override
        public boolean started() {
            return started;
        }

        @Override
        public void stop() {
            stopped = true;
            if (cluster != null)
                cluster.close();
        }

        @Override
        public boolean stopped() {
            return stopped;
        }

        @Override
        public void shutdownBroker(int brokerId) {
            cluster().stopNode(brokerId);
        }

        @Override
        public void startBroker(int brokerId) {
            try {
                cluster().startNode(brokerId);
            } catch (IOException e) {
                throw new RuntimeException("Failed to start broker " + brokerId, e);
            }
        }

        @Override
        public void waitForReadyBrokers() {
            cluster().waitUntilReady();
        }

        // ---- what the cluster is ----

        @Override
        public Type type() {
            return combined ? Type.CO_KRAFT : Type.KRAFT;
        }

        @Override
        public ClusterConfig config() {
            return config;
        }

        @Override
        public String clusterId() {
            return cluster().clusterId();
        }

        @Override
        public Set<Integer> brokerIds() {
            return cluster().brokerIds();
        }

        @Override
        public Set<Integer> controllerIds() {
            return cluster().controllerIds();
        }

        @Override
        public ListenerName clientListener() {
            return config.brokerListenerName();
        }

        @Override
        public ListenerName controllerListenerName() {
            return config.controllerListenerName();
        }

        @Override
        public String bootstrapServers() {
            return cluster().bootstrapServers();
        }

        @Override
        public String bootstrapControllers() {
            return cluster().bootstrapControllers();
        }

        @Override
        public List<Integer> brokerBoundPorts() {
            return cluster().brokerPorts();
        }

        @Override
        public List<Integer> controllerBoundPorts() {
            return cluster().controllerPorts();
        }

        @Override
        public Map<Integer, KafkaBroker> brokers() {
            if (brokers == null) {
                brokers = new TreeMap<>();
                brokerIds().forEach(id -> brokers.put(id, Stubs.broker(cluster(), id)));
            }
            return brokers;
        }

        @Override
        public Map<Integer, ControllerServer> controllers() {
            if (controllers == null) {
                controllers = new TreeMap<>();
                controllerIds().forEach(id -> controllers.put(id,
                        Stubs.controller(cluster(), id, this::admin, this::ensureConsistentMetadata)));
            }
            return controllers;
        }

        /** CLASSIC always; CONSUMER if the nodes' configuration and the finalized group.version have it. */
        @Override
        public Set<GroupProtocol> supportedGroupProtocols() {
            String configured = config.serverProperties().getOrDefault("group.coordinator.rebalance.protocols", "consumer");
            boolean consumer = configured.contains("consumer") && finalizedGroupVersion() >= 1;
            return consumer ? Set.of(GroupProtocol.CLASSIC, GroupProtocol.CONSUMER) : Set.of(GroupProtocol.CLASSIC);
        }

        private int finalizedGroupVersion() {
            try (Admin admin = admin()) {
                FinalizedVersionRange range = admin.describeFeatures().featureMetadata().get().finalizedFeatures().get("group.version");
                return range == null ? 0 : range.maxVersionLevel();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        // ---- what only the test kit's JVM has ----

        @Override
        public List<Authorizer> authorizers() {
            throw ExternalCluster.needsBrokerJvm("ClusterInstance.authorizers()");
        }

        @Override
        public Optional<FaultHandlerException> firstFatalException() {
            return Optional.empty();
        }

        @Override
        public Optional<FaultHandlerException> firstNonFatalException() {
            return Optional.empty();
        }

        // ---- topics and waiting ----

        @Override
        public void createTopic(String topic, int partitions, short replicas, Map<String, String> settings)
                throws InterruptedException {
            short possible = ExternalCluster.ONE_NODE ? 1 : replicas;
            ClusterInstance.super.createTopic(topic, partitions, possible, settings);
        }

        @Override
        public Admin admin(Map<String, Object> settings, boolean toControllers) {
            Admin admin = ClusterInstance.super.admin(settings, toControllers);
            return ExternalCluster.ONE_NODE ? OneReplica.of(admin) : admin;
        }

        @Override
        public void waitTopicCreation(String topic, int partitions) {
            if (partitions <= 0)
                throw new IllegalArgumentException("Partition count must be > 0, but was " + partitions);
            cluster().awaitEachBroker("topic " + topic + " has not got " + partitions + " partitions",
                    id -> cluster().partitionsSeenBy(id, topic).equals(Optional.of(partitions)));
            ensureConsistentMetadata();
        }

        @Override
        public void waitTopicDeletion(String topic) {
            cluster().awaitEachBroker("topic " + topic + " is still there",
                    id -> cluster().partitionsSeenBy(id, topic).isEmpty());
            ensureConsistentMetadata();
        }

        @Override
        public void ensureConsistentMetadata(Collection<KafkaBroker> someBrokers, Collection<ControllerServer> controllers) {
            ensureConsistentMetadata();
        }

        /** Each running broker has read the metadata log as far as its end was when this was called. */
        @Override
        public void ensureConsistentMetadata() {
            try (Admin admin = admin()) {
                long target = endOffsets(admin).values().stream().mapToLong(Long::longValue).max().orElse(0);
                ExternalCluster.await("the brokers have not read the metadata log up to offset " + target, () -> {
                    Map<Integer, Long> reached = endOffsets(admin);
                    return brokerIds().stream().filter(cluster()::isRunning)
                            .allMatch(id -> reached.getOrDefault(id, -1L) >= target);
                });
            }
        }

        private static Map<Integer, Long> endOffsets(Admin admin) {
            Map<Integer, Long> offsets = new HashMap<>();
            try {
                QuorumInfo quorum = admin.describeMetadataQuorum().quorumInfo().get();
                quorum.voters().forEach(replica -> offsets.put(replica.replicaId(), replica.logEndOffset()));
                quorum.observers().forEach(replica -> offsets.put(replica.replicaId(), replica.logEndOffset()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            } catch (ExecutionException e) {
                throw new AssertionError("the metadata quorum can't be described: " + e.getCause(), e);
            }
            return offsets;
        }

        @Override
        public void waitAcls(AclBindingFilter filter, Collection<AccessControlEntry> entries) {
            try (Admin admin = admin()) {
                ExternalCluster.await("the ACLs " + filter + " are not " + entries, () -> {
                    Set<AccessControlEntry> found = new HashSet<>();
                    try {
                        for (AclBinding binding : admin.describeAcls(filter).values().get())
                            found.add(binding.entry());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IOException(e);
                    } catch (ExecutionException e) {
                        throw new IOException(e);
                    }
                    return found.equals(new HashSet<>(entries));
                });
            }
        }
    }
}
