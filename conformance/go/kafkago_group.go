package main

import (
	"context"
	"errors"
	"time"

	"github.com/segmentio/kafka-go"
)

var kafkaGoBalancers = map[string]kafka.GroupBalancer{
	"range": kafka.RangeGroupBalancer{}, "roundrobin": kafka.RoundRobinGroupBalancer{},
}

func kafkaGoMember(stopped context.Context, settings memberSettings) error {
	group, err := kafka.NewConsumerGroup(kafka.ConsumerGroupConfig{
		ID: settings.Group, Brokers: []string{settings.Bootstrap}, Topics: []string{settings.Topic}, StartOffset: kafka.FirstOffset,
		GroupBalancers: []kafka.GroupBalancer{kafkaGoBalancers[settings.Assignor]}, SessionTimeout: settings.session(),
		HeartbeatInterval: settings.heartbeat(), JoinGroupBackoff: settings.heartbeat(),
	})
	if err != nil {
		return err
	}
	for {
		generation, err := group.Next(stopped)
		if stopped.Err() != nil {
			return group.Close()
		}
		if err != nil {
			sayError("error", err)
			continue
		}
		partitions := map[string][]int{}
		for topic, assigned := range generation.Assignments {
			for _, one := range assigned {
				partitions[topic] = append(partitions[topic], one.ID)
				generation.Start(func(ended context.Context) { kafkaGoRead(ended, generation, settings.Bootstrap, topic, one) })
			}
		}
		sayPartitions("assigned", partitions)
		generation.Start(func(ended context.Context) {
			<-ended.Done()
			sayPartitions("revoked", partitions)
		})
	}
}

func kafkaGoRead(ended context.Context, generation *kafka.Generation, bootstrap, topic string, assigned kafka.PartitionAssignment) {
	// A reader ends with its last fetch, and the member says nothing meanwhile: that has to be less than a session.
	reader := kafka.NewReader(kafka.ReaderConfig{
		Brokers: []string{bootstrap}, Topic: topic, Partition: assigned.ID, MaxWait: time.Second / 2,
	})
	defer reader.Close()
	if err := reader.SetOffset(assigned.Offset); err != nil {
		sayError("error", err)
		return
	}
	for {
		message, err := reader.ReadMessage(ended)
		if errors.Is(err, kafka.ErrGenerationEnded) || ended.Err() != nil {
			return
		}
		if err != nil {
			sayError("error", err)
			continue
		}
		sayRead(topic, int32(assigned.ID), message.Offset, message.Offset)
		offsets := map[string]map[int]int64{topic: {assigned.ID: message.Offset + 1}}
		if err := generation.CommitOffsets(offsets); err != nil {
			sayError("refused", err)
			return
		}
		sayCommitted(topic, int32(assigned.ID), message.Offset+1)
	}
}
