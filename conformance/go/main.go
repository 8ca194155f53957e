// The Go clients, one after the other through the same course: create a topic, look at the metadata, write with a
// codec, list offsets, read back by assignment, delete the topic.
//
// Usage: clients CLIENT BOOTSTRAP TOPIC CODEC [idempotent]. Prints OK, or what went wrong. `clients group-member` is in
// groups.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

const (
	partitions = 2
	count      = 100
	// The partition that is written and read.
	partition = 1
	timeout   = 30 * time.Second
)

var errTimeout = errors.New("no more records came")

type message struct {
	key, value, header string
	timestamp          time.Time
}

// What a client has to be able to do. Codecs are named none, gzip, snappy, lz4 and zstd.
type client interface {
	create(topic string) error
	partitions(topic string) (int, error)
	produce(topic, codec string, idempotent bool, messages []message) error
	offsets(topic string) (first, last int64, err error)
	consume(topic string, count int) ([]message, error)
	delete(topic string) error
	close()
}

var clients = map[string]func(bootstrap string) (client, error){
	"franz-go":           newFranz,
	"sarama":             newSarama,
	"kafka-go":           newKafkaGo,
	"confluent-kafka-go": newConfluent,
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "group-member" {
		if err := runMember(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("OK")
}

func run(arguments []string) error {
	if len(arguments) < 4 || clients[arguments[0]] == nil {
		return errors.New("usage: clients CLIENT BOOTSTRAP TOPIC CODEC [idempotent]")
	}
	topic, codec := arguments[2], arguments[3]
	it, err := clients[arguments[0]](arguments[1])
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer it.close()
	if err := it.create(topic); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if err := it.create(topic); err == nil || !strings.Contains(strings.ToLower(err.Error()), "already") {
		return fmt.Errorf("create again: %v", err)
	}
	found, err := it.partitions(topic)
	if err != nil || found != partitions {
		return fmt.Errorf("metadata: %d partitions, %w", found, err)
	}
	sent := make([]message, count)
	// Retention deletes what is old.
	start := time.Now().Truncate(time.Millisecond)
	for number := range sent {
		sent[number] = message{
			key:       fmt.Sprintf("key %d", number),
			value:     strings.Repeat(fmt.Sprintf("value %d ", number), 20),
			header:    fmt.Sprintf("header %d", number),
			timestamp: start.Add(time.Duration(number) * time.Millisecond),
		}
	}
	if err := it.produce(topic, codec, len(arguments) > 4, sent); err != nil {
		return fmt.Errorf("produce: %w", err)
	}
	first, last, err := it.offsets(topic)
	if err != nil || first != 0 || last != count {
		return fmt.Errorf("offsets: %d to %d, %w", first, last, err)
	}
	read, err := it.consume(topic, count)
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	for number, want := range sent {
		got := read[number]
		if got.key != want.key || got.value != want.value || got.header != want.header || !got.timestamp.Equal(want.timestamp) {
			return fmt.Errorf("record %d is %v", number, got)
		}
	}
	if err := it.delete(topic); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	return nil
}
