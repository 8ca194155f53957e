package main

import (
	"context"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"
)

var franzBalancers = map[string]func() kgo.GroupBalancer{
	"range": kgo.RangeBalancer, "roundrobin": kgo.RoundRobinBalancer, "sticky": kgo.StickyBalancer,
	"cooperative-sticky": kgo.CooperativeStickyBalancer, "uniform": kgo.CooperativeStickyBalancer,
}

func franzMember(stopped context.Context, settings memberSettings) error {
	told := func(event string) func(context.Context, *kgo.Client, map[string][]int32) {
		return func(_ context.Context, _ *kgo.Client, partitions map[string][]int32) {
			sayPartitions(event, partitions)
		}
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(settings.Bootstrap), kgo.ClientID(settings.Name), kgo.ConsumerGroup(settings.Group),
		kgo.ConsumeTopics(settings.Topic), kgo.Balancers(franzBalancers[settings.Assignor]()), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.BlockRebalanceOnPoll(), kgo.SessionTimeout(settings.session()),
		kgo.HeartbeatInterval(settings.heartbeat()), kgo.MetadataMaxAge(settings.session() / 3),
		kgo.MetadataMinAge(settings.heartbeat()), kgo.OnPartitionsAssigned(told("assigned")),
		kgo.OnPartitionsRevoked(told("revoked")), kgo.OnPartitionsLost(told("lost")),
	}
	if strings.HasPrefix(settings.Topic, "^") {
		options = append(options, kgo.ConsumeRegex())
	}
	if settings.Instance != "" {
		options = append(options, kgo.InstanceID(settings.Instance))
	}
	if settings.Protocol == "consumer" {
		options = append(options, kgo.ServerSideBalancer())
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		return err
	}
	defer client.Close()
	for stopped.Err() == nil {
		fetches := client.PollFetches(stopped)
		fetches.EachError(func(_ string, _ int32, err error) {
			if stopped.Err() == nil {
				sayError("error", err)
			}
		})
		fetches.EachPartition(func(read kgo.FetchTopicPartition) {
			if len(read.Records) > 0 {
				sayRead(read.Topic, read.Partition, read.Records[0].Offset, read.Records[len(read.Records)-1].Offset)
			}
		})
		if records := fetches.Records(); len(records) > 0 {
			if err := client.CommitRecords(context.Background(), records...); err != nil {
				sayError("refused", err)
			} else {
				fetches.EachPartition(func(read kgo.FetchTopicPartition) {
					if len(read.Records) > 0 {
						sayCommitted(read.Topic, read.Partition, read.Records[len(read.Records)-1].Offset+1)
					}
				})
			}
		}
		client.AllowRebalance()
	}
	return nil
}
