package main

import (
	"context"

	"github.com/IBM/sarama"
)

var saramaStrategies = map[string]func() sarama.BalanceStrategy{
	"range": sarama.NewBalanceStrategyRange, "roundrobin": sarama.NewBalanceStrategyRoundRobin,
	"sticky": sarama.NewBalanceStrategySticky,
}

type saramaHandler struct{}

func (saramaHandler) Setup(session sarama.ConsumerGroupSession) error {
	sayPartitions("assigned", session.Claims())
	return nil
}

func (saramaHandler) Cleanup(session sarama.ConsumerGroupSession) error {
	sayPartitions("revoked", session.Claims())
	return nil
}

func (saramaHandler) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case message, open := <-claim.Messages():
			if !open {
				return nil
			}
			sayRead(message.Topic, message.Partition, message.Offset, message.Offset)
			session.MarkMessage(message, "")
			session.Commit()
			sayCommitted(message.Topic, message.Partition, message.Offset+1)
		case <-session.Context().Done():
			return nil
		}
	}
}

func saramaMember(stopped context.Context, settings memberSettings) error {
	config := saramaConfig()
	config.ClientID = settings.Name
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Consumer.Offsets.AutoCommit.Enable = false
	config.Consumer.Group.InstanceId = settings.Instance
	config.Consumer.Group.Session.Timeout = settings.session()
	config.Consumer.Group.Heartbeat.Interval = settings.heartbeat()
	config.Consumer.Group.Rebalance.GroupStrategies = []sarama.BalanceStrategy{saramaStrategies[settings.Assignor]()}
	config.Consumer.Return.Errors = true
	group, err := sarama.NewConsumerGroup([]string{settings.Bootstrap}, settings.Group, config)
	if err != nil {
		return err
	}
	go func() {
		for err := range group.Errors() {
			sayError("error", err)
		}
	}()
	for stopped.Err() == nil {
		if err := group.Consume(stopped, []string{settings.Topic}, saramaHandler{}); err != nil {
			sayError("error", err)
		}
	}
	return group.Close()
}
