"""Prints the mutants of the Python files that are named on standard input, one JSON list. The kinds are those of the TypeScript mutants.

Offsets count bytes of the file, as UTF-8. It changes nothing.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPARED: dict[type, list[str]] = {
    ast.Lt: ["<=", ">="],
    ast.LtE: ["<", ">"],
    ast.Gt: [">=", "<="],
    ast.GtE: [">", "<"],
    ast.Eq: ["!="],
    ast.NotEq: ["=="],
    ast.Is: ["is not"],
    ast.IsNot: ["is"],
    ast.In: ["not in"],
    ast.NotIn: ["in"],
}
COUNTED: dict[type, str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/"}


class Source:
    def __init__(self, file: str) -> None:
        self.file = file
        self.bytes = Path(file).read_bytes()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.tree = ast.parse(self.bytes)

    def span(self, node: Any) -> tuple[int, int]:
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.bytes[start:end].decode()

    def mutant(self, node: Any, replacement: str, what: str) -> dict[str, Any]:
        start, end = self.span(node)
        line = self.bytes[self.starts[node.lineno - 1] : self.starts[node.lineno]].decode().strip()
        return {
            "file": self.file,
            "line": node.lineno,
            "start": start,
            "end": end,
            "replacement": replacement,
            "what": what,
            "text": line[:120],
        }

    def mutants(self) -> Iterator[dict[str, Any]]:
        for node in walk(self.tree):
            for changed, replacement, what in changes(node, self.text):
                yield self.mutant(changed, replacement, what)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Without annotations and without what is raised: types and messages have no effect that a test should see."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Raise | ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from walk(child)


def changes(node: Any, text: Any) -> Iterator[tuple[ast.AST, str, str]]:
    match node:
        case ast.Compare(ops=[operator]):
            for other in COMPARED.get(type(operator), []):
                yield node, f"(({text(node.left)}) {other} ({text(node.comparators[0])}))", f"comparison → {other}"
        case ast.BoolOp(values=[first, *rest]):
            yield node, f"({text(first)})", "further conditions lost"
            yield node, f"({text(rest[-1])})", "first conditions lost"
        case ast.BinOp(op=operator) if type(operator) in COUNTED:
            other = COUNTED[type(operator)]
            yield node, f"(({text(node.left)}) {other} ({text(node.right)}))", f"→ {other}"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({text(node.operand)})", "not removed"
        case ast.Constant(value=bool()):
            yield node, str(not node.value), f"{node.value} flipped"
        case ast.Constant(value=int()) if node.value in (0, 1):
            yield node, str(1 - node.value), f"{node.value} → {1 - node.value}"
        case ast.If() | ast.While():
            yield node.test, f"(not ({text(node.test)}))", "condition negated"
            yield node.test, "False", "condition never true"
        case ast.IfExp():
            yield node, f"({text(node.body)})", "always the first choice"
            yield node, f"({text(node.orelse)})", "always the second choice"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, "pass", f"removed: {text(node)[:40]}"
        case ast.List(elts=[_, *_]):
            yield node, "[]", "list empty"
        case ast.Call(args=[ast.Name() as one, ast.Name() as other, *_]):
            swapped = [text(other), text(one), *map(text, node.args[2:])]
            named = [f"{'**' if word.arg is None else word.arg + '='}{text(word.value)}" for word in node.keywords]
            yield node, f"{text(node.func)}({', '.join(swapped + named)})", f"{one.id} and {other.id} swapped"


print(json.dumps([mutant for file in json.load(sys.stdin) for mutant in Source(file).mutants()]))
