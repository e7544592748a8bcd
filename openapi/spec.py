"""What the description says of calls, in the words of the generator: operations and their parameters."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]
Typed = Callable[[Plain], str]
"""How a schema is written as a Python type."""


def snake(name: str) -> str:
    """`createGame` and `Idempotency-Key` in Python's spelling."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()


def target(reference: Plain) -> str:
    """The component that is referred to."""
    return str(reference["$ref"]).rpartition("/")[2]


@dataclass(frozen=True)
class Parameter:
    """A part of the path, the query or the headers."""

    wire: str
    place: str
    required: bool
    type: str

    @property
    def name(self) -> str:
        return snake(self.wire)


@dataclass(frozen=True)
class Operation:
    """One call of the API."""

    id: str
    tag: str
    method: str
    path: str
    summary: str
    parameters: tuple[Parameter, ...]
    token: str
    body: str
    body_required: bool
    result: str

    @property
    def function(self) -> str:
        return snake(self.id)

    def parameters_in(self, place: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.place == place]

    @property
    def sendable(self) -> list[Parameter]:
        """All but If-None-Match: whoever asks with it also needs the ETag, which a plain answer does not carry."""
        return [
            each for each in self.parameters_in("header") + self.parameters_in("query") if each.wire != "If-None-Match"
        ]

    @property
    def path_expression(self) -> str:
        """The path as Python writes it; what is put in is quoted."""
        filled = re.sub(r"\{(\w+)\}", r"{quote(str(\1), safe='')}", self.path)
        return f'f"{filled}"' if filled != self.path else f'"{self.path}"'

    @property
    def sentence(self) -> str:
        return self.summary if self.summary.endswith("?") else f"{self.summary}."

    @property
    def repeatable(self) -> bool:
        """A GET, or what the server carries out once per key, or what changes nothing."""
        keyed = any(parameter.wire == "Idempotency-Key" for parameter in self.parameters)
        return self.method == "GET" or keyed or self.path.endswith("/preview")

    @property
    def method_name(self) -> str:
        """`createGame` among the games is `create`, `getContent` among the rulebooks is `content`."""
        words = [word for word in self.function.split("_") if word not in (self.tag, self.tag.removesuffix("s"))]
        return "_".join(words[1:] if words[0] == "get" and words[1:] else words) or self.function


def _parameters(listed: list[Plain], typed: Typed) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(each["name"], each["in"], each.get("required", False), typed(each["schema"])) for each in listed
    )


def _token(security: list[Plain]) -> str:
    """Whether a seat's token is needed, possible or never looked at."""
    if not any(security):
        return ""
    return "optional" if {} in security else "required"


def _schema(described: Plain) -> tuple[str, Plain]:
    kind, content = next(iter(described["content"].items()))
    return kind, content["schema"]


def _body(described: Plain, typed: Typed) -> str:
    """What is no component is one of the rulebooks' moves."""
    if "requestBody" not in described:
        return ""
    _, schema = _schema(described["requestBody"])
    return typed(schema) if "$ref" in schema else "models.Move"


def _result(responses: Plain, typed: Typed) -> str:
    answers = [answer for status, answer in sorted(responses.items()) if status.startswith("2") and "content" in answer]
    if not answers:
        return "None"
    kind, schema = _schema(answers[0])
    return typed(schema) if kind == "application/json" else "str"


def _operation(path: str, method: str, shared: list[Plain], described: Plain, typed: Typed) -> Operation:
    return Operation(
        id=described["operationId"],
        tag=described["tags"][0],
        method=method.upper(),
        path=path,
        summary=described["summary"],
        parameters=_parameters([*shared, *described.get("parameters", [])], typed),
        token=_token(described.get("security", [])),
        body=_body(described, typed),
        body_required=described.get("requestBody", {}).get("required", False),
        result=_result(described["responses"], typed),
    )


def operations(spec: Plain, typed: Typed) -> list[Operation]:
    """Every call, sorted by its name."""
    found = [
        _operation(path, method, item.get("parameters", []), described, typed)
        for path, item in spec["paths"].items()
        for method, described in item.items()
        if method != "parameters"
    ]
    return sorted(found, key=lambda operation: operation.id)
