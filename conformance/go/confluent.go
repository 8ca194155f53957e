package main

import (
	"context"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
)

type confluent struct {
	bootstrap string
	admin     *kafka.AdminClient
}

func newConfluent(bootstrap string) (client, error) {
	admin, err := kafka.NewAdminClient(&kafka.ConfigMap{"bootstrap.servers": bootstrap})
	return &confluent{bootstrap, admin}, err
}

func (it *confluent) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), timeout)
}

// The error of the only result.
func firstError(results []kafka.TopicResult, err error) error {
	if err != nil {
		return err
	}
	if results[0].Error.Code() != kafka.ErrNoError {
		return results[0].Error
	}
	return nil
}

func (it *confluent) create(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	return firstError(it.admin.CreateTopics(limited, []kafka.TopicSpecification{
		{Topic: topic, NumPartitions: partitions, ReplicationFactor: 1},
	}))
}

func (it *confluent) partitions(topic string) (int, error) {
	answer, err := it.admin.GetMetadata(&topic, false, int(timeout.Milliseconds()))
	if err != nil {
		return 0, err
	}
	return len(answer.Topics[topic].Partitions), nil
}

func (it *confluent) produce(topic, codec string, idempotent bool, messages []message) error {
	producer, err := kafka.NewProducer(&kafka.ConfigMap{
		"bootstrap.servers": it.bootstrap, "compression.type": codec, "enable.idempotence": idempotent, "linger.ms": 50,
	})
	if err != nil {
		return err
	}
	defer producer.Close()
	delivered := make(chan kafka.Event, len(messages))
	for _, one := range messages {
		err := producer.Produce(&kafka.Message{
			TopicPartition: kafka.TopicPartition{Topic: &topic, Partition: partition}, Key: []byte(one.key), Value: []byte(one.value),
			Timestamp: one.timestamp, Headers: []kafka.Header{{Key: "h", Value: []byte(one.header)}},
		}, delivered)
		if err != nil {
			return err
		}
	}
	for range messages {
		if one := (<-delivered).(*kafka.Message); one.TopicPartition.Error != nil {
			return one.TopicPartition.Error
		}
	}
	return nil
}

func (it *confluent) consumer() (*kafka.Consumer, error) {
	return kafka.NewConsumer(&kafka.ConfigMap{"bootstrap.servers": it.bootstrap, "group.id": "none", "enable.auto.commit": false})
}

func (it *confluent) offsets(topic string) (int64, int64, error) {
	consumer, err := it.consumer()
	if err != nil {
		return 0, 0, err
	}
	defer consumer.Close()
	return consumer.QueryWatermarkOffsets(topic, partition, int(timeout.Milliseconds()))
}

func (it *confluent) consume(topic string, count int) ([]message, error) {
	consumer, err := it.consumer()
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	if err := consumer.Assign([]kafka.TopicPartition{{Topic: &topic, Partition: partition, Offset: kafka.OffsetBeginning}}); err != nil {
		return nil, err
	}
	var found []message
	for len(found) < count {
		one, err := consumer.ReadMessage(timeout)
		if err != nil {
			return nil, err
		}
		found = append(found, message{string(one.Key), string(one.Value), string(one.Headers[0].Value), one.Timestamp})
	}
	return found, nil
}

func (it *confluent) delete(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	return firstError(it.admin.DeleteTopics(limited, []string{topic}))
}

func (it *confluent) close() { it.admin.Close() }
