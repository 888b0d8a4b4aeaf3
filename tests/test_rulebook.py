"""The rulebook: binding, guards, parentheses, evaluation, refusals, idioms, errors, pasting."""

import ast
import subprocess
import symtable
import sys
from pathlib import Path

import libcst as cst
import pytest

from porter import kinds, rule
from porter.codegen import code
from porter.rewrite.spelling import IMPORTS
from porter.rulebook import Argument, Refused, Rulebook, RuleError, paste, repaired
from porter.rulebook.load import BUILTINS, check_names, index, read, rule_files
from porter.rulebook.model import MODULES
from porter.rulebook.words import VOCABULARY

BOOK = Rulebook.load()
MATRIX = kinds.Tensor("float32", 2)
VECTOR = kinds.Tensor("int64", 1)
ROOT = Path(__file__).parent.parent
KINDS = {
    **dict.fromkeys("xyq", MATRIX),
    "a": VECTOR,
    "n": kinds.Array(),
    "p": kinds.Parameter("float32", 2),
    "f()": MATRIX,
    "g()": MATRIX,
    "net": kinds.Module(),
    "other": kinds.Module(),
    "device": kinds.Device(),
}


def argument(text):
    """An argument as it is spelled in a call; names have the kinds above."""
    arg = cst.parse_expression(f"f({text})").args[0]
    plain = code(arg.value)
    literals = {
        "None": kinds.Nothing(),
        "True": kinds.Number("bool"),
        "False": kinds.Number("bool"),
    }
    kind = KINDS.get(plain) or literals.get(plain, kinds.UNKNOWN)
    if isinstance(arg.value, (cst.Integer, cst.Float)):
        kind = kinds.Number(type(arg.value.evaluated_value).__name__)
    if isinstance(arg.value, cst.BinaryOperation):
        kind = MATRIX
    return Argument(arg.value, kind, arg.keyword and arg.keyword.value, arg.star)


def decide(name, *args, element=None, book=BOOK):
    return book.decide(book.find(name), [argument(a) for a in args], element)


def port(name, *args, element=None, book=BOOK, **names):
    nodes = [argument(a).node for a in args]
    return code(decide(name, *args, element=element, book=book).build(nodes, names))


def refusal(name, *args, book=BOOK):
    with pytest.raises(Refused) as error:
        decide(name, *args, book=book)
    return error.value


@pytest.fixture
def book_with(tmp_path):
    """The rulebook with one more file."""

    def make(text):
        path = tmp_path / "mine.py"
        path.write_text(text)
        return Rulebook.load([path])

    return make


@pytest.mark.parametrize("path", rule_files(), ids=lambda path: path.stem)
def test_rules_are_found_without_parsing_their_files(path):
    """porter's own files are searched for definitions; what is found is what is there."""

    def content(rules):
        return [
            (r.name, r.names, r.patterns, r.note, r.params, ast.dump(r.node), r.node.lineno)
            for r in rules
        ]

    found = index(path)
    assert not any("_definition" in vars(rule) for rule in found)
    assert content(found) == content(read(path))


def test_what_rules_may_use_can_be_imported():
    assert IMPORTS.keys() == MODULES | {"builtins"}


def test_all_that_a_block_reads_can_be_called_otherwise():
    """The program may have any of these names for itself."""
    assert not [name for name in BOOK.rules if name.lower().startswith("torch_")]
    pasted = [r.name for r in BOOK.rules.values() if r.is_class or not paste.executable(r)]
    blocks = BOOK.closure(pasted)
    names = {*blocks, *MODULES, *BUILTINS} - {"super"}
    text = "\n\n".join(BOOK.definitions(blocks, {name: f"other_{name}" for name in names}))
    assert not read_globally(symtable.symtable(text, "blocks", "exec")) & names


def read_globally(table):
    """The names that code looks up in its module."""
    inner = table.get_type() != "module"
    own = (s for s in table.get_symbols() if s.is_referenced() and (s.is_global() or not inner))
    return {s.get_name() for s in own}.union(*map(read_globally, table.get_children()))


def test_arguments_are_bound_to_the_signature():
    assert port("torch.clamp", "x", "max=1") == "tf.minimum(x, 1)"
    assert port("torch.clamp", "x", "None", "1") == "tf.minimum(x, 1)"
    assert port("Tensor.clamp", "x", "max=2", "min=1") == "tf.clip_by_value(x, 1, 2)"
    assert port("torch.cat", "[x, y]", "dim=1") == "tf.concat([x, y], axis=1)"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("2", "3"), "tf.zeros([2, 3])"),
        (("(2, 3)",), "tf.zeros([(2, 3)])"),
        (("2", "dtype=tf.int64"), "tf.zeros([2], tf.int64)"),
    ],
)
def test_a_size_is_one_sequence_or_many_numbers(args, expected):
    if args == ("(2, 3)",):
        node = cst.parse_expression("(2, 3)")
        sequence = Argument(node, kinds.Tuple((kinds.Number("int"),) * 2))
        decision = BOOK.decide(BOOK.find("torch.zeros"), [sequence])
        assert code(decision.build([node])) == "tf.zeros((2, 3))"
    elif "dtype=tf.int64" in args:
        args = [argument("2"), Argument(argument(args[1]).node, kinds.Dtype("int64"), "dtype")]
        decision = BOOK.decide(BOOK.find("torch.zeros"), args)
        assert decision.kind == kinds.Tensor("int64", 1)
        assert code(decision.build([a.node for a in args])) == expected
    else:
        assert port("torch.zeros", *args) == expected


def test_a_default_that_tensorflow_shares_is_left_out():
    assert port("torch.mean", "x") == "tf.reduce_mean(x)"
    assert port("torch.mean", "x", "1", "False") == "tf.reduce_mean(x, axis=1)"
    assert port("torch.mean", "x", "1", "True") == "tf.reduce_mean(x, axis=1, keepdims=True)"
    relu = port("torch.nn.functional.leaky_relu", "x")
    assert relu == "tf.nn.leaky_relu(x, alpha=0.01)"  # TensorFlow's alpha is 0.2


def test_numpys_names_of_parameters():
    assert port("torch.sum", "x", "axis=1", "keepdims=True") == (
        "tf.reduce_sum(x, axis=1, keepdims=True)"
    )
    assert refusal("torch.sum", "x", "dim=1", "axis=1").code == "P102"


def test_numbers_are_computed():
    assert port("Tensor.narrow", "x", "0", "1", "2") == "x[1:3]"
    assert port("Tensor.narrow", "x", "0", "k", "2") == "x[k:k + 2]"
    assert port("Tensor.round", "x", "decimals=2") == "tf.round(x * 100) / 100"
    assert port("torch.sub", "x", "0.5", "alpha=2") == "x - 1.0"


def test_guards_are_decided_by_kinds_and_literals():
    assert port("torch.max", "x") == "tf.reduce_max(x)"
    assert port("torch.max", "x", "y") == "larger(x, y)"
    assert port("torch.max", "x", "1") == "(largest(x, axis=1), tf.argmax(x, axis=1))"
    assert port("torch.clamp", "x", "1.0", "-1.0") == "tf.minimum(tf.maximum(x, 1.0), -1.0)"
    assert port("torch.clamp", "x", "-c", "c") == "tf.clip_by_value(x, -c, c)"


def test_an_undecided_guard_pastes_the_rule():
    decision = decide("torch.clamp", "x", "low", "high")
    assert decision.blocks == {"clamp"}
    assert decision.callee == "clamp"
    assert port("torch.clamp", "x", "low", "max=high") == "clamp(x, low, max=high)"
    assert port("torch.clamp", "x", "low", "high", clamp="clamp_1") == "clamp_1(x, low, high)"


def test_an_undecided_refusal_is_a_refusal():
    refused = refusal("torch.nn.functional.relu", "x", "inplace=flag")
    assert refused.code == "P102"
    assert "inplace" in refused.message


def test_kinds_of_results():
    assert decide("torch.max", "x").kind == kinds.Tensor("float32", 0)
    assert decide("torch.max", "x", "1", element=1).kind == kinds.Tensor("int64", 1)
    assert decide("torch.mean", "x", "1", "True").kind == MATRIX
    assert decide("Tensor.unsqueeze", "x", "0").kind == kinds.Tensor("float32", 3)
    assert decide("torch.gt", "x", "0").kind == kinds.Tensor("bool", 2)
    assert decide("torch.nn.Linear", "3", "2").kind == kinds.Module("torch.nn.Linear")


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("torch.neg", ["x + y"], "-(x + y)"),
        ("torch.neg", ["x ** y"], "-x ** y"),
        ("torch.div", ["x + y", "x * y"], "(x + y) / (x * y)"),
        ("torch.div", ["x * y", "x"], "x * y / x"),
        ("torch.mul", ["x if y else q", "x"], "(x if y else q) * x"),
        ("torch.sub", ["x", "y - q"], "x - (y - q)"),
        ("torch.gt", ["x == y", "x"], "(x == y) > x"),
        ("Tensor.numpy", ["-x"], "(-x).numpy()"),
        ("Tensor.numpy", ["x @ y"], "(x @ y).numpy()"),
        ("Tensor.numpy", ["(x @ y)"], "(x @ y).numpy()"),
        ("torch.exp", ["x + y"], "tf.exp(x + y)"),
        ("torch.mul", ["(\n    x\n    + y  # why\n)", "q"], "(\n    x\n    + y  # why\n) * q"),
    ],
)
def test_parentheses_are_added_exactly_where_they_are_needed(name, args, expected):
    assert port(name, *args) == expected


def test_a_line_break_outside_brackets_gets_parentheses():
    assert port("torch.mul", "x\n    + y", "q") == "(x\n    + y) * q"
    assert port("torch.mul", "f(\n)\n  .g()", "q") == "(f(\n)\n  .g()) * q"
    assert port("torch.mul", "f(\n    x\n)", "q") == "f(\n    x\n) * q"
    assert port("torch.exp", "x\n    + y") == "tf.exp(x\n    + y)"
    assert port("Tensor.cpu", "x\n    + y") == "(x\n    + y)"


def test_parents_are_repaired():
    tree = cst.parse_expression("a * b")
    tree = tree.with_changes(right=cst.parse_expression("c + d"))
    assert code(repaired(tree)) == "a * (c + d)"
    call = cst.parse_expression("f(x for x in y)")
    assert repaired(call) == call or code(repaired(call)) == "f(x for x in y)"


def test_an_argument_is_evaluated_once():
    assert port("torch.flatten", "x", "1") == "tf.reshape(x, [-1, math.prod(x.shape[1:])])"
    assert port("torch.flatten", "f()", "1") == "flatten(f(), 1)"
    assert port("torch.max", "f()", "1", element=0) == "largest(f(), axis=1)"
    assert port("torch.max", "f()", "1") == "max_of(f(), 1)"


def test_arguments_are_evaluated_in_their_order():
    fill = port("Tensor.masked_fill", "x", "y", "0.5")
    assert fill == "tf.where(y, 0.5, x)"
    assert port("Tensor.masked_fill", "f()", "g()", "0.5") == "masked_fill(f(), g(), 0.5)"


def test_an_argument_without_effect_is_refused():
    assert "out" in refusal("torch.sum", "x", "out=y").message
    assert "strict" in refusal("torch.matmul", "x", "y", "strict=True").message
    assert "too many" in refusal("torch.exp", "x", "y").message
    assert "missing" in refusal("torch.unsqueeze", "x").message
    assert "twice" in refusal("torch.mean", "x", "1", "dim=1").message
    assert "no tensor" in refusal("torch.exp", "n").message
    assert refusal("torch.exp", "*x").code == "P102"
    assert port("torch.zeros", "2", "device=device") == "tf.zeros([2])"  # declared harmless


def test_an_api_without_a_port_says_why():
    refused = refusal("Module.double", "net")
    assert refused.code == "P104"
    assert "floatx" in refused.message


def test_blocks_keep_their_arguments():
    assert port("torch.nn.Linear", "a", "out_features=b") == "Linear(a, out_features=b)"
    assert decide("torch.nn.Linear", "a", "b").callee == "Linear"
    assert port("torch.nn.Linear", "*sizes", Linear="Linear_1") == "Linear_1(*sizes)"
    assert "dtype" in refusal("torch.nn.Linear", "a", "b", "dtype=c").message
    assert port("torch.nn.Linear", "a", "b", "device=c") == "Linear(a, b)"


def api(node):
    """torch's functions and methods, told by their spelling."""
    func = node.func if isinstance(node, cst.Call) else node
    if not isinstance(func, cst.Attribute):
        return None
    args = [argument(code(arg).rstrip(", ")) for arg in getattr(node, "args", ())]
    if code(func.value) == "torch":
        return f"torch.{func.attr.value}", args
    root = code(func).partition(".")[0].partition("[")[0]
    space = {"net": "Module", "other": "Module"}.get(root, "Tensor")
    if f"{space}.{func.attr.value}" == "Tensor.append":
        return None
    return f"{space}.{func.attr.value}", [Argument(func.value, kind(func.value)), *args]


def kind(node):
    return KINDS.get(code(node), kinds.UNKNOWN)


def idiom(text):
    node = cst.parse_expression(text)
    # one object for each place: arguments are nodes of this tree
    found = BOOK.idiom(node, lambda n: tree_api(n), kind)
    if found is None:
        return None
    args = list(found[1].values())
    return code(BOOK.decide(found[0], args).build([arg.node for arg in args]))


def tree_api(node):
    found = api(node)
    if found is None or not isinstance(node, cst.Call):
        return found
    own = [
        Argument(a.value, argument(code(a.value)).kind, a.keyword and a.keyword.value)
        for a in node.args
    ]
    name, args = found
    receiver = args[: len(args) - len(own)]
    return name, [*receiver, *own]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q.gather(1, a.unsqueeze(1)).squeeze(1)", "tf.gather(q, a, batch_dims=1)"),
        (
            "torch.gather(q, index=a.unsqueeze(dim=1), dim=1).squeeze(1)",
            "tf.gather(q, a, batch_dims=1)",
        ),
        (
            "q.gather(1, a.unsqueeze(1).to(device)).cpu().squeeze(1)",
            "tf.gather(q, a, batch_dims=1)",
        ),
        ("q.gather(1, a.unsqueeze(1)).squeeze()", "tf.squeeze(tf.gather(q, a, batch_dims=1))"),
        ("q.gather(0, a.unsqueeze(1)).squeeze(1)", None),
        ("torch.stack([q[i][a[i]] for i in range(len(a))])", "tf.gather(q, a, batch_dims=1)"),
        ("[q[k][a[k]] for k in range(q.shape[0])]", "tf.gather(q, a, batch_dims=1)"),
        ("[q[k][a[k + 1]] for k in range(len(a))]", None),
        ("[q[i][x[i]] for i in range(len(a))]", None),
        ("[n[i][a[i]] for i in range(len(a))]", None),
        ("q[torch.arange(len(a)), a]", "chosen(q, a, batch_dims=1)"),
        ("x.data.cpu().numpy()", "x.numpy()"),
        ("x.cpu().data.numpy()", "x.cpu().numpy()"),  # the argument is rewritten by itself
        ("(x + y).detach().cpu().numpy()", "(x + y).numpy()"),
        ("torch.from_numpy(n).float()", "from_array(n, tf.float32)"),
        (
            "torch.from_numpy(n).float().unsqueeze(1)",
            None,  # the idiom is one level below
        ),
        (
            "net.load_state_dict(torch.load(path, map_location=device, weights_only=True))",
            "tf.train.Checkpoint(net).read(path).assert_consumed()",
        ),
        ("net.load_state_dict(torch.load(path), strict=False)", None),
        ("net.load_state_dict(other.state_dict())", "net.set_weights(other.get_weights())"),
        ("torch.save(net.state_dict(), path)", "tf.train.Checkpoint(net).write(path)"),
    ],
)
def test_idioms(text, expected):
    assert idiom(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(x):\n    return x\n", "mine.py:1: f is no rule -> decorate it"),
        ("@block\ndef f(x):\n    return g(x)\n", "f uses g, which is no parameter"),
        ("@block\ndef max(x):\n    return x\n", "max hides a builtin"),
        ("def f(:\n", "mine.py:1: "),
        ("@port(name)\ndef f(x):\n    return x\n", "not a string"),
        ("@port('torch.f')\ndef f(x):\n    y = x\n    return y\n", "mine.py:3: a template may"),
        ("@port('torch.f')\ndef f(x, y=z):\n    return x\n", "a default that is no literal"),
        ("@port('torch.f')\ndef f(x) -> A | B:\n    return x\n", "has 1 returns but 2 kinds"),
    ],
)
def test_errors_of_rule_files_say_where_and_what_to_do(book_with, text, message):
    with pytest.raises(RuleError, match=" -> ") as error:
        book_with(text)
    assert message in str(error.value)


def test_rules_of_the_user_win(book_with):
    book = book_with('@port("torch.exp")\ndef mine(x: Tensor) -> Tensor:\n    return np.exp(x)\n')
    assert port("torch.exp", "x", book=book) == "np.exp(x)"
    assert decide("torch.exp", "x", book=book).imports == {"np"}


def test_names_are_spelled_as_the_file_spells_them():
    assert port("torch.exp", "x", tf="tensorflow") == "tensorflow.exp(x)"


def test_pasted_rules_are_plain_functions():
    assert (
        BOOK.paste(["clamp"])
        == '''\
def clamp(input, min=None, max=None):
    """Limit every element to [min, max]."""
    if min is None:
        return tf.minimum(input, max)
    if max is None:
        return tf.maximum(input, min)
    return tf.minimum(tf.maximum(input, min), max)  # clip_by_value differs where min > max
'''
    )


def test_blocks_are_pasted_after_those_that_they_use():
    text = BOOK.paste(["AdamW"])
    assert text.index("class Adam(") < text.index("class AdamW(Adam)")
    assert "@port" not in text
    assert BOOK.imports(["AdamW"]) >= {"tf", "keras"}
    assert "@made_once\ndef graph(" in BOOK.paste(["graph"])
    assert "weakref" in BOOK.imports(["graph"])


def test_heirs_are_pasted_after_a_class_that_uses_them_itself():
    text = BOOK.paste({"TanhTransform"})
    places = [text.index(f"class {name}(") for name in ("InverseTransform", "TanhTransform")]
    assert text.index("class Transform:") < min(places)
    exec(text, {"tf": None})


def test_members_are_inherited():
    normal, receiver = "torch.distributions.Normal", argument("d")
    assert BOOK.member(normal, "sample", [receiver]) == kinds.TENSOR
    assert BOOK.member(normal, "loc") == BOOK.member(normal, "variance") == kinds.TENSOR
    with pytest.raises(Refused, match=r"Normal\.sample_n has no rule"):
        BOOK.member(normal, "sample_n", [receiver, argument("3")])
    with pytest.raises(Refused, match=r"Normal\.sample: the argument seed is not supported"):
        BOOK.member(normal, "sample", [receiver, argument("seed=3")])
    assert port("torch.distributions.Bernoulli", "logits=x") == "Bernoulli(logits=x)"
    with pytest.raises(Refused, match="the argument odds is not supported"):
        port("torch.distributions.Bernoulli", "odds=x")


def test_kinds_of_attributes_are_not_pasted():
    text = BOOK.paste({"Normal"})
    assert ": Tensor" not in text
    assert 'Normal."""\n\n    def __init__' in text


def test_guards_know_classes():
    name = "torch.distributions.kl_divergence"
    rule = BOOK.find(name)

    def ported(*classes):
        args = [
            Argument(
                cst.Name(n), kinds.Instance(f"torch.distributions.{c}") if c else kinds.UNKNOWN
            )
            for n, c in zip("pq", classes)
        ]
        return code(BOOK.decide(rule, args).build([arg.node for arg in args]))

    assert ported("Normal", "Normal") == "kl_normal(p, q)"
    assert ported("Categorical", "Categorical") == "kl_categorical(p, q)"
    with pytest.raises(Refused, match="these two distributions"):
        ported("Normal", "Laplace")
    for pair in (("Normal", ""), ("", "")):  # looked up while the program runs
        assert ported(*pair) == "kl_divergence(p, q)"


def test_renamed_blocks_are_renamed_everywhere():
    text = BOOK.paste(["AdamW"], {"Adam": "TorchAdam", "tf": "tensorflow"})
    assert "class TorchAdam(" in text
    assert "class AdamW(TorchAdam)" in text
    assert " tf." not in text


def test_everything_that_can_be_pasted_compiles():
    text = BOOK.paste(name for name, r in BOOK.rules.items() if not any(p.star for p in r.params))
    compile(text, "blocks.py", "exec")
    for word in ("Unsupported", "known(", "ordered(", ">>>", "rank(", "-> SameShape"):
        assert word not in text
    assert BOOK.imports(BOOK.rules) <= MODULES


def test_rules_use_names_that_exist() -> None:
    check_names(BOOK.rules.values(), BOOK.rules.keys())


def test_the_vocabulary_can_be_imported():
    assert {name for name in VOCABULARY if not hasattr(rule, name)} <= {
        "isinstance",
        "len",
        "int",
        "float",
        "bool",
    }


def test_loading_imports_nothing_heavy():
    program = """
import sys
from porter.rulebook import Rulebook
Rulebook.load()
heavy = {"torch", "tensorflow", "keras", "numpy", "libcst.matchers", "libcst.codemod", "inspect"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() in ("[]", "['inspect']")


@pytest.mark.slow
def test_the_defaults_of_tensorflow_are_fresh():
    pytest.importorskip("torch")  # before TensorFlow
    from porter.rulebook import book, defaults

    assert book.TF_DEFAULTS.read_text() == defaults.text()
