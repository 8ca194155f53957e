"""Every API from the protocol crate's schema files, as field lists of the codec.

The language is described in crates/protocol/generator/src/schema.rs. A message is resolved for one version at a
time, so that the fields it gives are all present.
"""

import functools
import itertools
from pathlib import Path
from typing import Dict, List, Tuple

from wire.codec import Field

FOLDER = Path(__file__).resolve().parents[3] / "crates" / "protocol" / "schema" / "api"
PRIMITIVES = {
    "bool": "bool", "int8": "i8", "int16": "i16", "uint16": "u16", "int32": "i32", "uint32": "u32", "int64": "i64",
    "float64": "f64", "uuid": "uuid", "string": "string", "bytes": "bytes", "records": "records",
}
Versions = Tuple[int, int]


def _versions(text: str) -> Versions:
    if text == "none":
        return 1, 0
    low, dash, high = text.rstrip("+").partition("-")
    return int(low), int(high) if dash else 32767 if text.endswith("+") else int(low)


def _covers(versions: Versions, version: int) -> bool:
    return versions[0] <= version <= versions[1]


class Message:
    """One direction of an API."""

    def __init__(self, words):
        words.expect("versions")
        self.versions = _versions(words.next())
        words.expect("flexible")
        self.flexible = _versions(words.next())
        self.unstable_latest = words.skip("unstable-latest")
        self.structs: Dict[str, list] = {}
        words.expect("{")
        self.declarations = self._block(words)
        self.fields = functools.lru_cache(maxsize=None)(self._fields)

    def is_flexible(self, version: int) -> bool:
        return _covers(self.flexible, version)

    def all_names(self) -> set:
        """The names of the fields of every version, for the finding of mistakes."""
        declared = itertools.chain(self.declarations, *self.structs.values())
        return {declaration["name"] for declaration in declared}

    def _block(self, words) -> List[dict]:
        found = []
        while not words.skip("}"):
            name = words.next()
            if name == "struct":
                struct = words.next()
                words.next()
                words.expect("{")
                self.structs[struct] = self._block(words)
            else:
                found.append(self._declaration(name, words))
        return found

    def _declaration(self, name: str, words) -> dict:
        field = {"name": name, "type": words.next(), "versions": _versions(words.next()), "nullable": (1, 0), "tag": None, "default": None}
        while not words.skip("\n"):
            word = words.next_here()
            if word == "nullable":
                field["nullable"] = _versions(words.next())
            elif word == "tag":
                field["tag"] = int(words.next()), _versions(words.next())
            elif word == "default":
                field["default"] = words.next()
            elif word == "{":
                self.structs[field["type"].lstrip("[]")] = self._block(words)
                break
            else:
                assert word in ("ignorable", "key"), f"{name}: {word}"
        return field

    def _fields(self, version: int) -> List[Field]:
        return self._resolve(self.declarations, version)

    def _resolve(self, declarations: List[dict], version: int) -> List[Field]:
        fields = []
        for it in declarations:
            if not _covers(it["versions"], version):
                continue
            tag, tagged_in = it["tag"] or (None, (1, 0))
            fields.append(Field(
                it["name"],
                self._type(it["type"], version),
                null_since=0 if _covers(it["nullable"], version) else None,
                tag=tag if _covers(tagged_in, version) else None,
                default=_default(it["type"], it["default"]),
            ))
        return fields

    def _type(self, name: str, version: int):
        if name.startswith("[]"):
            element = self._type(name[2:], version)
            return list(element) if isinstance(element, tuple) else [element]
        return PRIMITIVES.get(name) or tuple(self._resolve(self.structs[name], version))


def _default(kind: str, text):
    if text in (None, "null"):
        return None
    return text if kind == "string" else text == "true" if kind == "bool" else int(text, 0)


class Api:
    def __init__(self, text: str):
        words = _Words(text)
        words.expect("api")
        self.name = words.next()
        self.key = int(words.next())
        words.expect("request")
        self.request = Message(words)
        words.expect("response")
        self.response = Message(words)

    @property
    def versions(self) -> range:
        """The stable ones."""
        low, high = self.request.versions
        return range(low, high + (0 if self.request.unstable_latest else 1))


class _Words:
    """Words and line ends; only `skip` and `next_here` see the latter."""

    def __init__(self, text: str):
        self.words = []
        for line in text.splitlines():
            self.words += line.split("#")[0].split() + ["\n"]
        self.at = 0

    def next_here(self) -> str:
        self.at += 1
        return self.words[self.at - 1]

    def next(self) -> str:
        while self.words[self.at] == "\n":
            self.at += 1
        return self.next_here()

    def skip(self, wanted: str) -> bool:
        at = self.at
        while wanted != "\n" and self.words[at] == "\n":
            at += 1
        if self.words[at] != wanted:
            return False
        self.at = at + 1
        return True

    def expect(self, wanted: str) -> None:
        word = self.next()
        assert word == wanted, f"{word!r} instead of {wanted!r}"


@functools.lru_cache(maxsize=None)
def apis() -> Dict[str, Api]:
    """By name."""
    found = [Api(path.read_text()) for path in sorted(FOLDER.glob("*.schema"))]
    return {api.name: api for api in found}
