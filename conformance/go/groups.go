package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

// A member of a consumer group, as python/group_member.py describes: its settings, and the events it prints. These
// members cannot tell where an assigned partition begins, and give no time.
type memberSettings struct {
	Bootstrap string
	Topic     string
	Group     string
	Protocol  string
	Assignor  string
	Instance  string
	Name      string
	SessionMs int64 `json:"session_ms"`
}

func (it memberSettings) session() time.Duration {
	return time.Duration(it.SessionMs) * time.Millisecond
}
func (it memberSettings) heartbeat() time.Duration { return it.session() / 12 }

const unknownOffset = -2

// Each runs until its context ends, and leaves the group.
var members = map[string]func(context.Context, memberSettings) error{
	"franz-go": franzMember,
	"sarama":   saramaMember,
	"kafka-go": kafkaGoMember,
}

// Usage: clients group-member CLIENT SETTINGS.
func runMember(arguments []string) error {
	if len(arguments) != 2 || members[arguments[0]] == nil {
		return fmt.Errorf("usage: clients group-member CLIENT SETTINGS")
	}
	var settings memberSettings
	if err := json.Unmarshal([]byte(arguments[1]), &settings); err != nil {
		return err
	}
	stopped, stop := context.WithCancel(context.Background())
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		stop()
	}()
	if err := members[arguments[0]](stopped, settings); err != nil {
		return err
	}
	say("left", nil)
	return nil
}

var sayLock sync.Mutex

func say(event string, fields map[string]any) {
	line := map[string]any{"event": event}
	for key, value := range fields {
		line[key] = value
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	sayLock.Lock()
	defer sayLock.Unlock()
	fmt.Println(string(text))
}

func sayPartitions[Number int | int32](event string, partitions map[string][]Number) {
	rows := [][]any{}
	for topic, numbers := range partitions {
		for _, number := range numbers {
			row := []any{topic, number}
			if event == "assigned" {
				row = append(row, unknownOffset)
			}
			rows = append(rows, row)
		}
	}
	say(event, map[string]any{"partitions": rows})
}

func sayRead(topic string, partition int32, first, last int64) {
	say("read", map[string]any{"topic": topic, "partition": partition, "first": first, "last": last})
}

func sayCommitted(topic string, partition int32, offset int64) {
	say("committed", map[string]any{"topic": topic, "partition": partition, "offset": offset})
}

func sayError(event string, err error) {
	say(event, map[string]any{"reason": err.Error()})
}
