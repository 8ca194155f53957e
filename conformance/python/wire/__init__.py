"""A small Kafka protocol client of our own, for requests that real clients cannot send.

Layers: `codec` (primitive types and the schema-driven struct codec), `messages` (the request and response
schemas the tests use), `records` (record batches v2), `compression` (payload codecs), `connection` (one
socket), `calls` (the requests tests send most, with retries for "leader not there yet").
"""
