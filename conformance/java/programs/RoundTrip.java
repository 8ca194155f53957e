import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The Java client writes records with keys, headers and timestamps, and reads them back by assignment.
 *
 * <p>Arguments: bootstrap address, topic, codec. Creates the topic when it is not there yet, so that a second run
 * after a restart appends to it and reads the records of both. Exits with 1 and says what differs.
 */
public final class RoundTrip {
    private static final int COUNT = 500;
    private static final int PARTITIONS = 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public static void main(String[] args) throws Exception {
        String bootstrap = args[0];
        String topic = args[1];
        String codec = args[2];
        long before = createTopic(bootstrap, topic);
        Map<TopicPartition, List<RecordMetadata>> sent = produce(bootstrap, topic, codec);
        consume(bootstrap, topic, before, sent);
        System.out.println("OK " + topic + " " + codec + " from " + before);
    }

    /** The end offset of the partitions, which are the same for all of them. */
    private static long createTopic(String bootstrap, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            if (!admin.listTopics().names().get().contains(topic)) {
                admin.createTopics(List.of(new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty()))).all().get();
                return 0;
            }
            var described = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
            check(described.partitions().size() == PARTITIONS, "partitions: " + described);
        }
        try (var consumer = consumer(bootstrap)) {
            var ends = consumer.endOffsets(partitions(topic), TIMEOUT).values();
            check(Set.copyOf(ends).size() == 1, "end offsets differ: " + ends);
            return ends.iterator().next();
        }
    }

    private static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS).mapToObj(index -> new TopicPartition(topic, index)).collect(Collectors.toList());
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrap) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "none", "enable.auto.commit", false);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<TopicPartition, List<RecordMetadata>> produce(String bootstrap, String topic, String codec) throws Exception {
        Map<String, Object> settings = Map.of(
            "bootstrap.servers", bootstrap, "compression.type", codec, "linger.ms", 20, "acks", "all", "enable.idempotence", true);
        Map<TopicPartition, List<RecordMetadata>> sent = new HashMap<>();
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            long now = System.currentTimeMillis();
            List<Future<RecordMetadata>> futures = new ArrayList<>();
            for (int number = 0; number < COUNT * PARTITIONS; number++) {
                var record = new ProducerRecord<>(topic, number % PARTITIONS, now + number, key(number), value(number));
                record.headers().add("number", text(String.valueOf(number))).add("twice", text("a")).add("twice", null);
                futures.add(producer.send(record));
            }
            for (var future : futures) {
                RecordMetadata metadata = future.get(30, TimeUnit.SECONDS);
                sent.computeIfAbsent(new TopicPartition(topic, metadata.partition()), p -> new ArrayList<>()).add(metadata);
            }
        }
        return sent;
    }

    private static void consume(String bootstrap, String topic, long before, Map<TopicPartition, List<RecordMetadata>> sent) {
        try (var consumer = consumer(bootstrap)) {
            List<TopicPartition> assigned = partitions(topic);
            consumer.assign(assigned);
            consumer.seekToBeginning(assigned);
            Map<TopicPartition, Long> next = new HashMap<>();
            long wanted = (before + COUNT) * PARTITIONS;
            long deadline = System.currentTimeMillis() + TIMEOUT.toMillis();
            for (long got = 0; got < wanted; ) {
                check(System.currentTimeMillis() < deadline, "read only " + got + " of " + wanted);
                for (var record : consumer.poll(Duration.ofMillis(200))) {
                    var partition = new TopicPartition(record.topic(), record.partition());
                    long expected = next.merge(partition, 1L, Long::sum) - 1;
                    check(record.offset() == expected, "offset " + record.offset() + ", expected " + expected);
                    checkRecord(record, before, sent.get(partition));
                    got++;
                }
            }
            var first = sent.get(assigned.get(1)).get(10);
            var found = consumer.offsetsForTimes(Map.of(assigned.get(1), first.timestamp()), TIMEOUT).get(assigned.get(1));
            check(found.offset() == first.offset(), "search by time found " + found + ", expected " + first.offset());
        }
    }

    private static void checkRecord(ConsumerRecord<byte[], byte[]> record, long before, List<RecordMetadata> sent) {
        int number = Integer.parseInt(string(record.headers().lastHeader("number").value()));
        check(number % PARTITIONS == record.partition(), "record " + number + " in partition " + record.partition());
        check(Stream.of(key(number), value(number)).map(RoundTrip::string).toList()
            .equals(Stream.of(record.key(), record.value()).map(RoundTrip::string).toList()), "content of record " + number);
        check(record.headers().toArray().length == 3 && record.headers().toArray()[2].equals(new RecordHeader("twice", null)), "headers");
        if (record.offset() >= before) {
            RecordMetadata metadata = sent.get((int) (record.offset() - before));
            check(metadata.offset() == record.offset(), "acknowledged offset " + metadata.offset());
            check(metadata.timestamp() == record.timestamp(), "timestamp " + record.timestamp());
        }
    }

    /** Every tenth record has no key. */
    private static byte[] key(int number) {
        return number % 10 == 0 ? null : text("key " + number);
    }

    /** Every seventh record has no value. */
    private static byte[] value(int number) {
        return number % 7 == 0 ? null : text(("value " + number + " ").repeat(20));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String string(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            System.err.println("FAILED: " + what);
            System.exit(1);
        }
    }
}
