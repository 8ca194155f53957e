package main

import (
	"time"

	"github.com/IBM/sarama"
)

type saramaClient struct {
	bootstrap string
	plain     sarama.Client
	admin     sarama.ClusterAdmin
}

func saramaConfig() *sarama.Config {
	config := sarama.NewConfig()
	config.Version = sarama.MaxVersion
	config.Producer.Return.Successes = true
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Partitioner = sarama.NewManualPartitioner
	return config
}

func newSarama(bootstrap string) (client, error) {
	plain, err := sarama.NewClient([]string{bootstrap}, saramaConfig())
	if err != nil {
		return nil, err
	}
	admin, err := sarama.NewClusterAdminFromClient(plain)
	return &saramaClient{bootstrap, plain, admin}, err
}

func (it *saramaClient) create(topic string) error {
	return it.admin.CreateTopic(topic, &sarama.TopicDetail{NumPartitions: partitions, ReplicationFactor: 1}, false)
}

func (it *saramaClient) partitions(topic string) (int, error) {
	if err := it.plain.RefreshMetadata(topic); err != nil {
		return 0, err
	}
	found, err := it.plain.Partitions(topic)
	return len(found), err
}

func (it *saramaClient) produce(topic, codec string, idempotent bool, messages []message) error {
	config := saramaConfig()
	if err := config.Producer.Compression.UnmarshalText([]byte(codec)); err != nil {
		return err
	}
	if idempotent {
		config.Producer.Idempotent = true
		config.Net.MaxOpenRequests = 1
	}
	producer, err := sarama.NewSyncProducer([]string{it.bootstrap}, config)
	if err != nil {
		return err
	}
	defer producer.Close()
	batch := make([]*sarama.ProducerMessage, len(messages))
	for at, one := range messages {
		batch[at] = &sarama.ProducerMessage{
			Topic: topic, Partition: partition, Key: sarama.StringEncoder(one.key), Value: sarama.StringEncoder(one.value),
			Headers: []sarama.RecordHeader{{Key: []byte("h"), Value: []byte(one.header)}}, Timestamp: one.timestamp,
		}
	}
	return producer.SendMessages(batch)
}

func (it *saramaClient) offsets(topic string) (int64, int64, error) {
	first, err := it.plain.GetOffset(topic, partition, sarama.OffsetOldest)
	if err != nil {
		return 0, 0, err
	}
	last, err := it.plain.GetOffset(topic, partition, sarama.OffsetNewest)
	return first, last, err
}

func (it *saramaClient) consume(topic string, count int) ([]message, error) {
	consumer, err := sarama.NewConsumerFromClient(it.plain)
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	reader, err := consumer.ConsumePartition(topic, partition, sarama.OffsetOldest)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	var found []message
	for end := time.After(timeout); len(found) < count; {
		select {
		case one := <-reader.Messages():
			found = append(found, message{string(one.Key), string(one.Value), string(one.Headers[0].Value), one.Timestamp})
		case <-end:
			return nil, errTimeout
		}
	}
	return found, nil
}

func (it *saramaClient) delete(topic string) error { return it.admin.DeleteTopic(topic) }

// Closes the plain client as well.
func (it *saramaClient) close() { it.admin.Close() }
