"""Every call of a proof in all the shapes that Python has for it: torch says what they mean.

Positional, by keyword, reordered, with defaults spelled out and left out, as a method and as a
function. Where torch takes such a call and gives the same, porter writes the same.
"""

import ast

import libcst as cst
import pytest
from expressions import BOOK, Expression, assert_equal
from sampled import each
from test_rules import KINDS, ours, theirs

from porter.codegen import code
from porter.rulebook.model import NO_DEFAULT
from porter.tree import mapped, walk

pytestmark = [
    pytest.mark.filterwarnings(r"ignore:.*torch\.[\w.]+. is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings(r"ignore:torch\.\w+ is deprecated:UserWarning"),
    pytest.mark.filterwarnings("ignore:The reduce argument of torch.scatter:UserWarning"),
    pytest.mark.filterwarnings("ignore:torch.meshgrid. in an upcoming release:UserWarning"),
    pytest.mark.filterwarnings("ignore:.torch.nn.utils.weight_norm. is deprecated:FutureWarning"),
    pytest.mark.filterwarnings(r"ignore:\s*This overload of add_ is deprecated:UserWarning"),
]
UNSTABLE = {"unique_consecutive"}  # torch takes positional flags for each other
RULES = [
    rule
    for rule in BOOK.rules.values()
    if rule.names and rule.proofs and not rule.is_class and not any(p.star for p in rule.params)
    if rule.name not in UNSTABLE
]
RANDOM = ("rand", "normal", "uniform", "bernoulli", "multinomial", "dropout", "init", "Linear(")


def calls(rule, proof):
    """The calls in a proof that this rule ports, each with its API and its arguments."""
    expression = Expression(proof, KINDS)
    for node in walk(expression.tree):
        api = expression.api(node) if isinstance(node, cst.Call) else None
        if api and BOOK.find(api[0]) is rule and not any(arg.star for arg in api[1]):
            yield expression.tree, node, api


def shapes(rule, node, api):
    """The same call otherwise: (what, text)."""
    name, args = api
    is_method = isinstance(node.func, cst.Attribute) and len(args) == len(node.args) + 1
    given, unnamed = {}, set()
    positional = [p for p in rule.params if not p.keyword_only]
    for place, arg in enumerate(args):
        parameter = arg.keyword or positional[place].name
        given[parameter] = code(arg.node)
        unnamed |= set() if arg.keyword else {parameter}
    texts = {
        p.name: given.get(p.name, None if p.default is NO_DEFAULT else repr(p.default))
        for p in rule.params
    }
    first = positional[0].name if positional and positional[0].name in given else ""
    rest = [p for p in rule.params if p.name != first]
    owner = code(node.func)
    spellings = [(owner, is_method)]
    base = name.rpartition(".")[2]
    if is_method and f"torch.{base}" in rule.names:
        spellings.append((f"torch.{base}", False))
    elif not is_method and f"Tensor.{base}" in rule.names and first in given:
        whole = given[first] if given[first].isidentifier() else f"({given[first]})"
        spellings.append((f"{whole}.{base}", True))
    for func, method in spellings:
        leading = [] if method or not first else [given[first]]
        some = [p for p in rest if p.name in given]
        plain = [given[p.name] if p.name in unnamed else f"{p.name}={given[p.name]}" for p in some]
        yield "as it is", f"{func}({', '.join(leading + plain)})"
        by_name = [f"{p.name}={given[p.name]}" for p in some]
        own = [] if method or not first else [f"{first}={given[first]}"]
        yield "by keyword", f"{func}({', '.join(own + by_name)})"
        yield "reordered", f"{func}({', '.join(leading + by_name[::-1])})"
        spelled = [p for p in rest if texts[p.name] is not None]
        named = [f"{p.name}={texts[p.name]}" for p in spelled]
        yield "with defaults", f"{func}({', '.join(leading + named)})"
        count = max((i for i, p in enumerate(positional[1:], 1) if p.name in given), default=0)
        front = [p for p in positional if p.name != first][: count if first else count + 1]
        if all(texts[p.name] is not None for p in front):
            extra = [p for p in some if p.keyword_only]
            line = [texts[p.name] for p in front] + [f"{p.name}={given[p.name]}" for p in extra]
            yield "positional", f"{func}({', '.join(leading + line)})"


def replaced(tree, node, text):
    new = cst.parse_expression(text)

    def visit(item):
        return new if item is node else mapped(item, visit)

    return code(visit(tree))


@pytest.mark.parametrize("rule", each(2, RULES), ids=lambda rule: rule.name)
def test_call_shapes(rule, tmp_path):
    for proof in rule.proofs:
        expected = theirs(proof, tmp_path)[0]
        wanted = ast.dump(ast.parse(Expression(proof, KINDS).found))
        random = any(word in proof for word in RANDOM)
        for tree, node, api in calls(rule, proof):
            for what, text in shapes(rule, node, api):
                other = replaced(tree, node, text)
                try:
                    found = theirs(other, tmp_path)[0]
                except (TypeError, AttributeError):  # torch has no such call
                    continue
                if not random:
                    assert_equal(expected, found)
                same = Expression(other, KINDS)
                assert "torch" not in same.found, f"{what}: {other} is refused"
                if ast.dump(ast.parse(same.found)) != wanted and not random:
                    assert_equal(expected, ours(same, tmp_path)[0])
