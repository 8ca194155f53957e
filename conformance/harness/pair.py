"""Two servers with the same settings side by side: Apache Kafka 4.4.0, and the one under test.

What differs by nature (ports, folders) can be masked by `Side.mask`; ids are left to who compares.
"""

import concurrent.futures
import re
from pathlib import Path
from typing import Callable, Dict, List

from harness.node import HOST, KAFKA_ONLY, Kafka, Moldau, Node

CLUSTER_ID = "bW9sZGF1LXBhaXJlZC0xMQ"


class Side:
    """One of the two. `controller` is the address of its controller listener."""

    def __init__(self, name: str, node: Node):
        self.name = name
        self.node = node
        self.bootstrap = node.bootstrap
        self.controller = f"{HOST}:{node.controller_port}"

    def mask(self, text: str) -> str:
        text = text.replace(str(self.node.root), "FOLDER")
        for port, word in ((self.node.port, "PORT"), (self.node.controller_port, "CONTROLLER_PORT")):
            text = re.sub(rf"\b{port}\b", word, text)
        return text


class Pair:
    """The reference and the subject, started together."""

    def __init__(self, subject: str, root: Path, settings: Dict[str, str]):
        settings = {**KAFKA_ONLY, **settings}
        nodes = {"reference": Kafka(root / "reference", settings)}
        nodes["subject"] = Kafka(root / "subject", settings) if subject == "kafka" else Moldau(root / "subject", settings, properties=True)
        # Apache Kafka formats both, so that both start from its feature levels.
        nodes["reference"].format(CLUSTER_ID)
        formatter = Kafka(root / "subject", settings, port=nodes["subject"].port)
        formatter.controller_port = nodes["subject"].controller_port
        formatter.format(CLUSTER_ID)
        self.sides = [Side(name, node) for name, node in nodes.items()]
        self.both(lambda side: side.node.start())

    def both(self, do: Callable) -> List:
        """What `do` answers for the reference and for the subject, asked at the same time."""
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            return list(threads.map(do, self.sides))

    def remove(self) -> None:
        for side in self.sides:
            side.node.remove()
