package main

import (
	"context"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

type franz struct {
	bootstrap string
	admin     *kadm.Client
}

func newFranz(bootstrap string) (client, error) {
	plain, err := kgo.NewClient(kgo.SeedBrokers(bootstrap))
	if err != nil {
		return nil, err
	}
	return &franz{bootstrap, kadm.NewClient(plain)}, nil
}

func (it *franz) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), timeout)
}

func (it *franz) create(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	_, err := it.admin.CreateTopic(limited, partitions, 1, nil, topic)
	return err
}

func (it *franz) partitions(topic string) (int, error) {
	limited, cancel := it.context()
	defer cancel()
	details, err := it.admin.ListTopics(limited, topic)
	if err != nil {
		return 0, err
	}
	return len(details[topic].Partitions), details[topic].Err
}

func (it *franz) produce(topic, codec string, idempotent bool, messages []message) error {
	codecs := map[string]kgo.CompressionCodec{
		"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(),
		"lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(it.bootstrap), kgo.ProducerBatchCompression(codecs[codec]), kgo.RecordPartitioner(kgo.ManualPartitioner()),
	}
	if !idempotent {
		options = append(options, kgo.DisableIdempotentWrite())
	}
	producer, err := kgo.NewClient(options...)
	if err != nil {
		return err
	}
	defer producer.Close()
	limited, cancel := it.context()
	defer cancel()
	records := make([]*kgo.Record, len(messages))
	for at, one := range messages {
		records[at] = &kgo.Record{
			Topic: topic, Partition: partition, Key: []byte(one.key), Value: []byte(one.value), Timestamp: one.timestamp,
			Headers: []kgo.RecordHeader{{Key: "h", Value: []byte(one.header)}},
		}
	}
	return producer.ProduceSync(limited, records...).FirstErr()
}

func (it *franz) offsets(topic string) (int64, int64, error) {
	limited, cancel := it.context()
	defer cancel()
	first, err := it.admin.ListStartOffsets(limited, topic)
	if err != nil {
		return 0, 0, err
	}
	last, err := it.admin.ListEndOffsets(limited, topic)
	if err != nil {
		return 0, 0, err
	}
	return first[topic][partition].Offset, last[topic][partition].Offset, last[topic][partition].Err
}

func (it *franz) consume(topic string, count int) ([]message, error) {
	consumer, err := kgo.NewClient(kgo.SeedBrokers(it.bootstrap), kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{
		topic: {partition: kgo.NewOffset().AtStart()},
	}))
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	limited, cancel := it.context()
	defer cancel()
	var found []message
	for len(found) < count {
		fetches := consumer.PollFetches(limited)
		if err := fetches.Err(); err != nil {
			return nil, err
		}
		fetches.EachRecord(func(record *kgo.Record) {
			found = append(found, message{
				string(record.Key), string(record.Value), string(record.Headers[0].Value), record.Timestamp,
			})
		})
	}
	return found, nil
}

func (it *franz) delete(topic string) error {
	limited, cancel := it.context()
	defer cancel()
	_, err := it.admin.DeleteTopic(limited, topic)
	return err
}

func (it *franz) close() { it.admin.Close() }
