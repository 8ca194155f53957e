"""The scripts of this suite. One file for each API, named after it:

    # a comment
    on controller                       the listener asked, from here on: broker (the default), controller or both
    last                                runs after the scripts that do not say so
    topic rec-a 2                       creates a topic on both servers, before the first case
    write rec-a 0 5                     so many records, one batch each, timestamps 1000, 2000, ...
    good lists one topic                a case: Apache Kafka answers with no error code
        topics=[dict(name="rec-a")]     its request, as arguments of Python's dict()
    bad unknown topic [5+]              Apache Kafka answers with an error code, or closes; versions 5 and later
        topics=[dict(name="nothing")]
    any ...                             neither is said of Apache Kafka's answer
    good JoinGroup 9: joins [5+] => a   a step of a history: another API (`v` for the version that is tested), and its answer
                                        kept under a name; a case of the script's own API can have a name too
    start JoinGroup 9: joins => b       sent on a connection of its own, and not waited for
    end b                               the answer to that, from here on `b`

A case is sent in every version. Fields that a version lacks are left out. In a request there are `v`, the version,
for names that must differ between versions; `l`, b or c for the listener; `g`, a name of the script and the version; `id(topic)`;
`batch(...)`, a record batch; `consumer(topic, ...)`, a JoinGroup without group and
member; `commits(topic, {partition: offset})` and `fetches(group, {topic: partitions})`; `subscription(topic, ...)`; `last`, the
answer to the case before; the answers that have names.
"""

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import List, Tuple

FOLDER = Path(__file__).with_name("scripts")
KINDS = ("good", "bad", "any", "start", "end")
STEP = re.compile(r"(\w+) (\d+|v): .*")


@dataclass(eq=False)
class Case:
    """`api` is empty for the script's own, `at` for the version that is tested; `keep` names the answer."""

    kind: str
    title: str
    versions: Tuple[int, int]
    listener: str
    request: str = ""
    api: str = ""
    at: str = ""
    keep: str = ""

    def has(self, version: int) -> bool:
        return self.versions[0] <= version <= self.versions[1]


@dataclass
class Script:
    name: str
    api: str
    is_last: bool = False
    setup: List[List[str]] = field(default_factory=list)
    cases: List[Case] = field(default_factory=list)

    def listeners(self) -> List[str]:
        return sorted({case.listener for case in self.cases})


def _case(kind: str, rest: str, listener: str) -> Case:
    rest, _, keep = rest.partition(" => ")
    title, _, versions = rest.partition(" [")
    step = STEP.fullmatch(title)
    api, at = (step[1], step[2].lstrip("v")) if step else ("", "")
    if kind == "end":
        title, keep = f"end {title}", title
    low, high = 0, 99
    if versions:
        low, dash, high = versions.rstrip("+]").partition("-")
        high = high if dash else 99 if versions.endswith("+]") else low
    return Case(kind, title, (int(low), int(high)), listener, api=api, at=at, keep=keep)


def read(path: Path) -> Script:
    """The API's name is the file's in camel case."""
    script, listeners = Script(path.stem.replace("_", "-"), "".join(word.capitalize() for word in path.stem.split("_"))), ["broker"]
    for line in path.read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if line.startswith(" "):
            for case in script.cases[-len(listeners) :]:
                case.request += textwrap.dedent(line) + " "
        elif kind == "last":
            script.is_last = True
        elif kind == "on":
            listeners = ["broker", "controller"] if rest == "both" else [rest]
        elif kind in ("topic", "write"):
            script.setup.append(line.split())
        elif kind in KINDS:
            script.cases += [_case(kind, rest, listener) for listener in listeners]
        else:
            assert not line.strip() or kind == "#", f"{path.name}: what is {line!r}?"
    return script


def all_scripts() -> List[Script]:
    return sorted((read(path) for path in sorted(FOLDER.glob("*.txt"))), key=lambda script: script.is_last)


def allowed() -> dict:
    """{"mask", "order" or "name": {(API, path)}, "drop": {(API, path, name)}} from allowed.txt. An API "*" is every one."""
    found = {"mask": set(), "order": set(), "name": set(), "drop": set()}
    for line in FOLDER.with_name("allowed.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            kind, *words = line.split()
            found[kind].add(tuple(words[: 3 if kind == "drop" else 2]))
    return found
