import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One member of a consumer group, over the Java client: what python/group_member.py is and prints, with its settings. */
public final class GroupMember implements ConsumerRebalanceListener {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ASSIGNORS = "org.apache.kafka.clients.consumer.";
    private static final Map<String, String> CLASSES = Map.of(
        "range", ASSIGNORS + "RangeAssignor", "roundrobin", ASSIGNORS + "RoundRobinAssignor", "sticky", ASSIGNORS + "StickyAssignor",
        "cooperative-sticky", ASSIGNORS + "CooperativeStickyAssignor");
    private static volatile boolean stopping;
    private final KafkaConsumer<byte[], byte[]> consumer;

    private GroupMember(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    public static void main(String[] args) throws Exception {
        JsonNode settings = JSON.readTree(args[0]);
        Thread listener = new Thread(() -> {
            try {
                while (System.in.read() > '\n') { }
            } catch (java.io.IOException e) {
                // the same as its end
            }
            stopping = true;
        });
        listener.setDaemon(true);
        listener.start();
        try (var consumer = new KafkaConsumer<>(configuration(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            new GroupMember(consumer).run(settings.get("topic").asText(), settings.get("protocol").asText());
        }
        say(event("left"));
    }

    private static Map<String, Object> configuration(JsonNode settings) {
        Map<String, Object> config = new HashMap<>(Map.of(
            "bootstrap.servers", settings.get("bootstrap").asText(), "group.id", settings.get("group").asText(),
            "client.id", settings.get("name").asText(), "group.protocol", settings.get("protocol").asText(),
            "auto.offset.reset", "earliest", "enable.auto.commit", false, "max.poll.interval.ms", 15000,
            "metadata.max.age.ms", 2000, "max.poll.records", 200, "default.api.timeout.ms", 10000));
        if (!settings.get("instance").isNull())
            config.put("group.instance.id", settings.get("instance").asText());
        boolean named = !settings.get("assignor").isNull();
        if (settings.get("protocol").asText().equals("classic")) {
            int session = settings.get("session_ms").asInt();
            config.put("session.timeout.ms", session);
            config.put("heartbeat.interval.ms", session / 12);
            if (named)
                config.put("partition.assignment.strategy", List.of(CLASSES.get(settings.get("assignor").asText())));
        } else if (named) {
            config.put("group.remote.assignor", settings.get("assignor").asText());
        }
        return config;
    }

    /** A topic that starts with "^" is a pattern: RE2's on the server with the consumer protocol, Java's otherwise. */
    private void run(String topic, String protocol) {
        if (!topic.startsWith("^"))
            consumer.subscribe(List.of(topic), this);
        else if (protocol.equals("consumer"))
            consumer.subscribe(new SubscriptionPattern(topic), this);
        else
            consumer.subscribe(Pattern.compile(topic), this);
        while (!stopping) {
            try {
                readAndCommit();
            } catch (RetriableException e) {
                error("error", e);
            }
        }
    }

    private void readAndCommit() {
        var records = consumer.poll(Duration.ofMillis(100));
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            var rows = records.records(partition);
            long last = rows.get(rows.size() - 1).offset();
            say(of("read", partition).put("first", rows.get(0).offset()).put("last", last));
            ends.put(partition, new OffsetAndMetadata(last + 1));
        }
        if (ends.isEmpty())
            return;
        long sent = now();
        try {
            consumer.commitSync(ends);
        } catch (KafkaException e) {
            error("refused", e);
            return;
        }
        ends.forEach((partition, offset) -> say(of("committed", partition).put("offset", offset.offset()).put("sent", sent)));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        ObjectNode event = event("assigned").put("generation", consumer.groupMetadata().generationId());
        Map<TopicPartition, OffsetAndMetadata> found = committed(new HashSet<>(partitions));
        ArrayNode rows = event.putArray("partitions");
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = found.get(partition);
            rows.addArray().add(partition.topic()).add(partition.partition()).add(offset == null ? -1 : offset.offset());
            if (offset != null)
                consumer.seek(partition, offset);
        }
        say(event);
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        while (true) {
            try {
                return consumer.committed(partitions);
            } catch (WakeupException e) {
                throw e;
            } catch (RetriableException e) {
                error("error", e);
            }
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        gone("revoked", partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        gone("lost", partitions);
    }

    private static void gone(String kind, Collection<TopicPartition> partitions) {
        ObjectNode event = event(kind);
        ArrayNode rows = event.putArray("partitions");
        partitions.forEach(partition -> rows.addArray().add(partition.topic()).add(partition.partition()));
        say(event);
    }

    private static ObjectNode event(String kind) {
        return JSON.createObjectNode().put("event", kind).put("at", now());
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private static ObjectNode of(String kind, TopicPartition partition) {
        return event(kind).put("topic", partition.topic()).put("partition", partition.partition());
    }

    private static void error(String kind, Exception e) {
        say(event(kind).put("reason", e.toString()));
    }

    private static synchronized void say(ObjectNode event) {
        System.out.println(event);
    }
}
