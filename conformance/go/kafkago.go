package main

import (
	"context"

	"github.com/segmentio/kafka-go"
)

type kafkaGo struct {
	bootstrap string
	plain     *kafka.Client
}

func newKafkaGo(bootstrap string) (client, error) {
	return &kafkaGo{bootstrap, &kafka.Client{Addr: kafka.TCP(bootstrap), Timeout: timeout}}, nil
}

func (it *kafkaGo) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), timeout)
}

func (it *kafkaGo) create(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	answer, err := it.plain.CreateTopics(limited, &kafka.CreateTopicsRequest{
		Topics: []kafka.TopicConfig{{Topic: topic, NumPartitions: partitions, ReplicationFactor: 1}},
	})
	if err != nil {
		return err
	}
	return answer.Errors[topic]
}

func (it *kafkaGo) partitions(topic string) (int, error) {
	limited, cancel := it.context()
	defer cancel()
	answer, err := it.plain.Metadata(limited, &kafka.MetadataRequest{Topics: []string{topic}})
	if err != nil {
		return 0, err
	}
	return len(answer.Topics[0].Partitions), answer.Topics[0].Error
}

// It has no idempotent producer.
func (it *kafkaGo) produce(topic, codec string, _ bool, messages []message) error {
	codecs := map[string]kafka.Compression{
		"gzip": kafka.Gzip, "snappy": kafka.Snappy, "lz4": kafka.Lz4, "zstd": kafka.Zstd,
	}
	writer := &kafka.Writer{
		Addr: kafka.TCP(it.bootstrap), Topic: topic, Compression: codecs[codec], RequiredAcks: kafka.RequireAll,
		Balancer: kafka.BalancerFunc(func(kafka.Message, ...int) int { return partition }),
	}
	defer writer.Close()
	limited, cancel := it.context()
	defer cancel()
	batch := make([]kafka.Message, len(messages))
	for at, one := range messages {
		batch[at] = kafka.Message{
			Key: []byte(one.key), Value: []byte(one.value), Time: one.timestamp,
			Headers: []kafka.Header{{Key: "h", Value: []byte(one.header)}},
		}
	}
	return writer.WriteMessages(limited, batch...)
}

func (it *kafkaGo) offsets(topic string) (int64, int64, error) {
	limited, cancel := it.context()
	defer cancel()
	answer, err := it.plain.ListOffsets(limited, &kafka.ListOffsetsRequest{Topics: map[string][]kafka.OffsetRequest{
		topic: {kafka.FirstOffsetOf(partition), kafka.LastOffsetOf(partition)},
	}})
	if err != nil {
		return 0, 0, err
	}
	found := answer.Topics[topic][0]
	return found.FirstOffset, found.LastOffset, found.Error
}

func (it *kafkaGo) consume(topic string, count int) ([]message, error) {
	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: []string{it.bootstrap}, Topic: topic, Partition: partition})
	defer reader.Close()
	limited, cancel := it.context()
	defer cancel()
	var found []message
	for len(found) < count {
		one, err := reader.ReadMessage(limited)
		if err != nil {
			return nil, err
		}
		found = append(found, message{string(one.Key), string(one.Value), string(one.Headers[0].Value), one.Time})
	}
	return found, nil
}

func (it *kafkaGo) delete(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	answer, err := it.plain.DeleteTopics(limited, &kafka.DeleteTopicsRequest{Topics: []string{topic}})
	if err != nil {
		return err
	}
	return answer.Errors[topic]
}

func (it *kafkaGo) close() {}
