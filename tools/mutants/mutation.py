"""Every small fault that one file could have: mutmut's changes of single expressions, also where mutmut makes none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators

# what these are given is for people, for the type checker, or fails whatever is changed
LEFT_ALONE = {"N_", "TypeVar", "assert_never", "cast", "isinstance", "len"}
# what tests/texts.py collects as sentences for people, by what they are given to and in which place:
# one that has changed is not translated, so tests/test_texts.py notices every such fault without running anything
SENTENCES = {"Phrase": (0,), "Problem": (1,), "count": (0, 1), "option": (1,), "say": (0,)}


@dataclass(frozen=True, slots=True)
class Function:
    """A function as its code names itself."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Edit:
    """From here to there other text; lines count from 1, columns from 0."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str

    def applied(self, source: str) -> str:
        lines = source.splitlines(keepends=True)
        (first, left), (last, right) = self.start, self.end
        changed = lines[first - 1][:left] + self.text + lines[last - 1][right:]
        return "".join([*lines[: first - 1], changed, *lines[last:]])


@dataclass(frozen=True, slots=True)
class Mutant:
    file: str
    place: str  # the function or class that it is in
    lines: range  # where tests have to come by to notice it
    before: str
    after: str
    edit: Edit
    function: Function | None  # whose code alone is another; None: the file has to be loaded anew
    origin: str  # a digest of the whole file
    line: str  # as it is with the fault, or the first of them

    @property
    def key(self) -> str:
        return sha256(f"{self.file} {self.origin} {self.edit}".encode()).hexdigest()[:16]

    @property
    def share(self) -> float:
        """A number from 0 to 1 that is always the same, for taking a part of all."""
        return int(self.key[:8], 16) / 2**32

    def __str__(self) -> str:
        return f"{self.file}:{self.lines.start} {self.place or '(file)'}: {self.before}  →  {self.after}"


def mutants(file: str, source: str) -> list[Mutant]:
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Visitor(file, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, file: str, module: cst.Module) -> None:
        super().__init__()
        self.found: list[Mutant] = []
        self._file = file
        self._module = module
        self._source = module.code  # made anew whenever it is asked for
        self._origin = sha256(self._source.encode()).hexdigest()[:16]

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_left_alone(node) or self._is_sentence(node):
            return False
        for changed in _changes(node):
            self.found.append(self._mutant(node, changed))
        return True

    def _is_sentence(self, node: cst.CSTNode) -> bool:
        if not isinstance(node, cst.SimpleString | cst.ConcatenatedString):
            return False
        arg = self.get_metadata(ParentNodeProvider, node)
        call = self.get_metadata(ParentNodeProvider, arg)
        if not isinstance(arg, cst.Arg) or not isinstance(call, cst.Call):
            return False
        places = SENTENCES.get(_name_of(call.func), ())
        return call.args.index(arg) in places and len(call.args) > max(places)

    def _mutant(self, node: cst.CSTNode, changed: cst.CSTNode) -> Mutant:
        above = list(self._above(node))
        if isinstance(node, cst.Match) and isinstance(changed, cst.Match):
            case = next(case for case in node.cases if case not in changed.cases)
            whole: cst.CSTNode = case
            before, after, text = f"case {self._module.code_for_node(case.pattern)}", "(left out)", ""
        else:
            whole, new = self._printable(node, changed)
            before, after = self._module.code_for_node(whole), self._module.code_for_node(new)
            text = after
        place = self._position(whole)
        edit = Edit((place.start.line, place.start.column), (place.end.line, place.end.column), text)
        return Mutant(
            self._file,
            ".".join(_names(above)),
            self._span(above, place),
            _one_line(before),
            _one_line(after),
            edit,
            self._function(above),
            self._origin,
            edit.applied(self._source).splitlines()[place.start.line - 1].strip(),
        )

    def _printable(self, node: cst.CSTNode, changed: cst.CSTNode) -> tuple[cst.CSTNode, cst.CSTNode]:
        """The smallest whole expression or statement around the change, and what becomes of it."""
        whole = node
        while not isinstance(whole, cst.BaseExpression | cst.BaseSmallStatement | cst.BaseStatement):
            whole = self.get_metadata(ParentNodeProvider, whole)
        if whole is node:
            return whole, changed
        new = whole.deep_replace(node, changed)
        assert isinstance(new, cst.CSTNode)
        return whole, new

    def _position(self, node: cst.CSTNode) -> CodeRange:
        return cst.ensure_type(self.get_metadata(PositionProvider, node), CodeRange)

    def _above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """From the node itself up to the file."""
        while not isinstance(node, cst.Module):
            yield node
            node = self.get_metadata(ParentNodeProvider, node)

    def _span(self, above: Iterable[cst.CSTNode], place: CodeRange) -> range:
        """A statement may begin on another line than its changed part, and only that one counts as run."""
        for node in above:
            if isinstance(node, cst.BaseSmallStatement):
                place = self._position(node)
            if isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
                break
        return range(place.start.line, place.end.line + 1)

    def _function(self, above: list[cst.CSTNode]) -> Function | None:
        """The outermost function around the change; what is done when it is defined is not in its code."""
        if any(isinstance(node, cst.Param) for node in above):
            return None
        for index in reversed(range(len(above))):
            node = above[index]
            if isinstance(node, cst.FunctionDef):
                first = node.decorators[0] if node.decorators else node
                return Function(".".join(_names(above[index:])), self._position(first).start.line)
        return None


def _is_left_alone(node: cst.CSTNode) -> bool:
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]):
            return _is_type(name)
        case cst.Call(func=cst.Name(value=name)):
            return name in LEFT_ALONE
        case cst.Arg(keyword=cst.Name(value="strict")):
            return True  # it says what is so and changes nothing
        case cst.Expr(value=cst.SimpleString()):
            return True
    return False


def _name_of(function: cst.BaseExpression) -> str:
    match function:
        case cst.Name(value=name) | cst.Attribute(attr=cst.Name(value=name)):
            return name
    return ""


def _is_type(name: str) -> bool:
    return name[:1].isupper() and not name.isupper()


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """mutmut's changes; of those of a string or an argument that come to the same, one."""
    for kind, operator in mutation_operators:
        if not isinstance(node, kind):
            continue
        for changed in operator(node):
            if not isinstance(node, cst.Call) or _is_telling(node, changed):
                yield changed
            if isinstance(node, cst.SimpleString):
                break


def _is_telling(call: cst.Call, changed: cst.CSTNode) -> bool:
    """An argument by place becomes None, and any other is left out: the other way round mostly nothing would run."""
    if not isinstance(changed, cst.Call):
        return True
    if len(changed.args) < len(call.args):
        kept = {id(arg) for arg in changed.args}
        gone = [arg for arg in call.args if id(arg) not in kept]
        return any((arg.keyword or arg.star) and not _is_left_alone(arg) for arg in gone)
    return not any(old is not new and old.keyword for old, new in zip(call.args, changed.args, strict=True))


def _names(above: Iterable[cst.CSTNode]) -> list[str]:
    return [node.name.value for node in above if isinstance(node, cst.FunctionDef | cst.ClassDef)][::-1]


def _one_line(code: str) -> str:
    return " ".join(code.split())
