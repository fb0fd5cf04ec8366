"""Tests of the binding of Python: python3 binding.py FIXTURES, with tests/fixtures."""

import array
import copy
import gc
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import weakref

import ctorch
import values
from ctorch import _C, nn, optim
from ctorch.data import DataLoader, TensorDataset
from ctorch.nn import functional as F
from ctorch.nn.module import _wrap

INT64 = "l" if array.array("l").itemsize == 8 else "q"  # NumPy's format
FIXTURES = pathlib.Path(sys.argv.pop(1))


def is_close(wanted, found):
    """Whether two values of JSON are the same but for the last digits of floats."""
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(is_close, wanted, found))
    if isinstance(wanted, float) and isinstance(found, float):
        return abs(wanted - found) <= 1e-4 * max(abs(wanted), 1)
    return type(wanted) is type(found) and wanted == found


class Values(unittest.TestCase):
    def test_calls_return_the_values_of_pythons_torch(self):
        wanted = json.loads((values.HERE / "values.json").read_text(encoding="utf-8"))
        found = json.loads(json.dumps(values.evaluate(ctorch, F)))
        for line, value in wanted.items():
            with self.subTest(line):
                self.assertTrue(is_close(value, found[line]), f"{value} and {found[line]}")

    def test_results_in_place_are_the_same_object(self):
        x = ctorch.zeros(2)
        self.assertIs(x.add_(1), x)
        self.assertIs(ctorch.add(x, 1, out=x), x)
        y = x
        y += 1
        self.assertIs(y, x)
        self.assertEqual(x.tolist(), [3, 3])

    def test_results_with_names_can_be_copied(self):
        best = ctorch.tensor([[1.0, 3.0, 2.0]]).max(dim=1)
        for one in copy.deepcopy(best), pickle.loads(pickle.dumps(best)):
            self.assertIs(type(one), type(best))
            self.assertEqual((one.values.item(), one.indices.item()), (3.0, 1))

    def test_memory_that_a_buffer_shares_is_no_output(self):
        values, indices = ctorch.empty(2), ctorch.empty(2, dtype=ctorch.int64)
        view = memoryview(values)
        with self.assertRaises(BufferError):
            ctorch.max(ctorch.ones(2, 2), 0, out=(values, indices))
        del view
        ctorch.max(ctorch.ones(2, 2), 0, out=(values, indices))
        self.assertEqual(values.tolist(), [1.0, 1.0])

    def test_streams_are_dicts(self):
        self.assertEqual(ctorch.stream_query({"id": 0, "device_type": 1, "device_index": -1}), True)

    def test_assigning_to_a_subscript_writes_to_the_tensor(self):
        x = ctorch.zeros(2, 3)
        x[0] = 1
        x[1, ::2] = ctorch.tensor([5.0, 6.0])
        x[x == 0] = 7
        self.assertEqual(x.tolist(), [[1, 1, 1], [5, 7, 6]])

    def test_lists_are_subscripts_and_values(self):
        x = ctorch.zeros(2, 3)
        x[0] = [7, 8, 9]
        self.assertEqual(x[[[0, 1], [1, 0]]].shape, (2,))
        self.assertEqual(x[0].tolist(), [7, 8, 9])
        self.assertEqual(x[0, array.array("q", [2, 0])].tolist(), [9, 7])
        self.assertEqual((x[0] * array.array("f", [1, 2, 3])).tolist(), [7, 16, 27])
        self.assertEqual(ctorch.tensor(range(3)).tolist(), [0, 1, 2])

    def test_lists_that_change_while_they_are_read(self):
        class Long(list):
            def __len__(self):
                return 3

        with self.assertRaisesRegex(ValueError, "the shape of object type 'Long'"):
            ctorch.tensor(Long())

        class Clears(ctorch.Tensor):
            def item(self):
                numbers.clear()
                return 7

        numbers = [Clears(ctorch.ones(())), *range(1, 4096)]
        self.assertEqual(ctorch.tensor(numbers).tolist(), [7, *range(1, 4096)])

        class Array(list):
            @property
            def __array_interface__(self):
                arrays.clear()

        arrays = [Array([n]) for n in range(3)]
        with self.assertRaises(TypeError):
            ctorch.tensor(arrays)

    def test_integers_are_those_of_the_dtype(self):
        big = 2 ** 63 + 1
        self.assertEqual(ctorch.tensor([big, 1], dtype=ctorch.uint64).tolist(), [big, 1])
        self.assertEqual(ctorch.tensor(big, dtype=ctorch.uint64).item(), big)
        self.assertEqual(ctorch.tensor([big], dtype=ctorch.float32).tolist(), [2.0 ** 63])
        self.assertEqual(ctorch.tensor([2 ** 64], dtype=ctorch.complex64).tolist(), [2.0 ** 64])
        for value, text in (2 ** 64, "too big to convert"), (-1, "negative int to unsigned"):
            with self.assertRaisesRegex(OverflowError, text):
                ctorch.tensor([value], dtype=ctorch.uint64)
        with self.assertRaises(TypeError):
            ctorch.tensor([1.5], dtype=ctorch.uint64)

    def test_the_second_bool_of_to_is_copy(self):
        x = ctorch.ones(2)
        for args in (ctorch.float32,), ("cpu", ctorch.float32), (x,):
            self.assertIs(x.to(*args, True), x)
            self.assertIsNot(x.to(*args, False, True), x)
        with self.assertRaisesRegex(TypeError, "at most two bools"):
            x.to(ctorch.float32, False, True, True)

    def test_repr_is_that_of_pythons_torch(self):
        self.assertEqual(repr(ctorch.ones(2)), "tensor([1., 1.])")
        self.assertEqual(f"{ctorch.tensor(2.5):.3f}", "2.500")


class Errors(unittest.TestCase):
    def raises(self, kind, text, function, *args):
        with self.assertRaisesRegex(kind, text):
            function(*args)

    def test_each_error_is_of_pythons_class(self):
        x = ctorch.ones(2, 3)
        self.raises(RuntimeError, "shapes cannot be multiplied", lambda: x @ x)
        self.raises(IndexError, "out of bounds", lambda: x[5])
        self.raises(IndexError, "Dimension out of range", x.sum, 5)
        self.raises(ValueError, "step must be greater than zero", lambda: x[::-1])
        self.raises(NotImplementedError, "", ctorch.ones(2, device="meta").tolist)
        self.raises(RuntimeError, "device string: nowhere", ctorch.ones(2).to, "nowhere")
        self.raises(TypeError, "unsupported operand", lambda: x + "a")
        self.raises(KeyError, "", lambda: _C.nn_new("NoClass"))
        self.raises(AttributeError, "no attribute 'nothing'", lambda: nn.Linear(1, 1).nothing)
        self.raises(MemoryError, "not enough memory|can't allocate", ctorch.empty, 1 << 50)
        self.raises(ctorch.LinAlgError, "singular", ctorch.inverse, ctorch.zeros(2, 2))

    def test_arguments_that_fit_no_overload_are_listed(self):
        x = ctorch.ones(2)
        self.raises(TypeError, r"add\(\): no overload takes \(Tensor, str\).*\n  add\(self: Tensor",
                    ctorch.add, x, "a")
        self.raises(TypeError, r"argument 'a'", lambda: x.relu(a=1))
        self.raises(TypeError, r"Linear.forward\(\): input 0 must be Tensor or None, not list", nn.Linear(1, 1), [1.0])
        self.raises(TypeError, r"array has no value in C: ctorch.from_numpy", ctorch.save, {"a": array.array("d", [1])},
                    os.devnull)
        self.raises(ValueError, "Overflow when unpacking long long", ctorch.zeros, 1 << 80)
        self.raises(ValueError, "null character", ctorch.einsum, "a\0b", [x])
        self.raises(TypeError, "unexpected keyword argument 'workers'", lambda: DataLoader(x, workers=2))
        self.raises(TypeError, "device must be ctorch.device, not int",
                    nn.Linear(1, 1).to, 1)
        self.raises(TypeError, "closure must return", optim.SGD([x], lr=1.0).step, lambda: 0.5)
        self.raises(RuntimeError, "twice", lambda: nn.Linear(1, 1).__init__(1, 1))
        self.raises(ValueError, "this optimizer is empty", _C.optimizer().group_count)
        self.raises(TypeError, r"relu\(\): argument 'self' must be Tensor, not str", ctorch.relu, "x")
        self.raises(TypeError, "invalid data type 'str'", ctorch.tensor, "x")
        self.raises(ValueError, "only one element tensors", int, x)
        self.raises(ValueError, "batch_size=0", DataLoader, x, 0)
        self.raises(TypeError, "one of the params is int", optim.SGD, [1])
        self.raises(TypeError, "int is not a Module subclass", nn.Sequential, 5)
        self.raises(RuntimeError, "requires grad", ctorch.ones(1, requires_grad=True).numpy)
        self.raises(OverflowError, "enumeration", ctorch.device_type_name, 1 << 40)
        self.raises(FileNotFoundError, "nowhere", ctorch.load, "nowhere.pt")

    def test_an_exception_of_a_hook_is_raised_as_it_is(self):
        class Mine(Exception):
            pass

        thrown = Mine("x")

        def hook(grad):
            raise thrown

        x = ctorch.ones(2, requires_grad=True)
        x.register_hook(hook)
        with self.assertRaises(Mine) as raised:
            (x * x).sum().backward()
        self.assertIs(raised.exception, thrown)


class Autograd(unittest.TestCase):
    def test_backward_adds_gradients(self):
        x = ctorch.tensor([1.0, 2.0], requires_grad=True)
        (x * x).sum().backward()
        self.assertEqual(x.grad.tolist(), [2, 4])
        x.grad = None
        self.assertIsNone(x.grad)
        (g,) = ctorch.autograd.grad((x ** 3).sum(), x)
        self.assertEqual(g.tolist(), [3, 12])

    def test_an_exception_in_a_second_call_is_raised_as_it_is(self):
        text = "recomputation is complete?"
        for thrown in LookupError(text), RuntimeError(text):
            calls = []

            def function(x):
                calls.append(x)
                if len(calls) == 2:
                    raise thrown
                return x.exp()

            x = ctorch.ones(2, requires_grad=True)
            y = ctorch.utils.checkpoint.checkpoint(function, x)
            with self.assertRaises(type(thrown)) as raised:
                y.sum().backward()
            self.assertIs(raised.exception, thrown)

    def test_grad_fn_is_a_property(self):
        x = ctorch.ones(2, requires_grad=True)
        self.assertIsNone(x.grad_fn)
        self.assertEqual((x * 2).grad_fn.name(), "MulBackward0")

    def test_hooks_see_and_replace_gradients(self):
        x = ctorch.ones(2, requires_grad=True)
        seen = []
        hook = x.register_hook(lambda g: seen.append(g) or g * 10)
        (x * 3).sum().backward()
        self.assertEqual(seen[0].tolist(), [3, 3])
        self.assertEqual(x.grad.tolist(), [30, 30])
        self.assertTrue(ctorch.remove_hook(hook))
        self.assertFalse(ctorch.remove_hook(hook))

    def test_modes_end_with_their_block_and_are_the_threads(self):
        others = []
        with ctorch.no_grad():
            self.assertFalse(ctorch.is_grad_enabled())
            with ctorch.enable_grad():
                self.assertTrue(ctorch.is_grad_enabled())
            thread = threading.Thread(target=lambda: others.append(ctorch.is_grad_enabled()))
            thread.start()
            thread.join()
        self.assertTrue(ctorch.is_grad_enabled())
        self.assertEqual(others, [True])
        self.assertFalse(ctorch.no_grad()(ctorch.is_grad_enabled)())
        self.assertFalse(ctorch.no_grad(ctorch.is_grad_enabled)())
        with ctorch.set_grad_enabled(False):
            self.assertFalse(ctorch.is_grad_enabled())
        self.assertTrue(ctorch.is_grad_enabled())

    def test_a_generator_runs_in_its_mode(self):
        @ctorch.no_grad()
        def parts():
            given = yield ctorch.is_grad_enabled()
            try:
                yield given
            except KeyError:
                yield ctorch.is_grad_enabled()

        inner = parts()
        self.assertFalse(next(inner))
        self.assertTrue(ctorch.is_grad_enabled())
        self.assertEqual(inner.send(5), 5)
        self.assertFalse(inner.throw(KeyError()))
        self.assertEqual(list(inner), [])


class Exchange(unittest.TestCase):
    def test_buffers_share_memory_both_ways(self):
        x = ctorch.arange(6).view(2, 3)
        seen = memoryview(x)
        self.assertEqual((seen.shape, seen.format, seen.strides), ((2, 3), INT64, (24, 8)))
        x[0, 1] = 7
        self.assertEqual(seen[0, 1], 7)
        self.assertEqual(memoryview(x.t()).tolist(), [[0, 3], [7, 4], [2, 5]])
        numbers = array.array("f", [1, 2])
        y = ctorch.from_buffer(numbers)
        y *= 2
        self.assertEqual(numbers.tolist(), [2, 4])
        self.assertRaises(BufferError, numbers.append, 1)  # y holds its memory
        del y
        numbers.append(1)
        with self.assertRaisesRegex(BufferError, "detach"):
            memoryview(ctorch.ones(1, requires_grad=True))

    def test_a_buffer_keeps_its_memory(self):
        with ctorch.scope():
            seen = memoryview(ctorch.ones(100_000))
        self.assertEqual(seen[99_999], 1)
        x = ctorch.ones(100_000)
        seen = memoryview(x)
        x.data = ctorch.zeros(2)
        self.assertEqual(seen[99_999], 1)

    def test_memory_that_a_buffer_shares_stays(self):
        x = ctorch.ones(4)
        seen = memoryview(x)
        for move in (lambda: x.resize_(3_000_000), lambda: x.view(2, 2).resize_(3_000_000),
                     lambda: ctorch.zeros(3_000_000, out=x), lambda: x.resize_as_(ctorch.ones(9)),
                     lambda: x.storage().resize(8), x.share_memory,
                     lambda: ctorch.max(ctorch.ones(2, 9), 0, max=x, max_values=ctorch.arange(9))):
            with self.assertRaisesRegex(BufferError, "release them"):
                move()
        self.assertEqual(seen.tolist(), [1] * 4)
        del seen
        self.assertEqual(x.resize_(8).shape, (8,))

    def test_dlpack_shares_memory(self):
        x = ctorch.zeros(3)
        y = ctorch.from_dlpack(x)
        y[0] = 1
        self.assertEqual(x.tolist(), [1, 0, 0])
        self.assertEqual(x.__dlpack_device__(), (1, 0))
        capsule = x.__dlpack__()
        ctorch.from_dlpack(capsule)
        with self.assertRaisesRegex(TypeError, "unused"):
            ctorch.from_dlpack(capsule)
        self.assertEqual(ctorch.from_dlpack(x.__dlpack__(max_version=None)).sum().item(), 1)
        with self.assertRaisesRegex(BufferError, "another device"):
            x.__dlpack__(dl_device=(2, 0))

    def test_numpy_shares_memory_both_ways(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        made = numpy.arange(6, dtype="float32").reshape(2, 3)
        x = ctorch.from_numpy(made)
        x += 1
        self.assertEqual(made[1, 2], 6)
        self.assertTrue(numpy.shares_memory(x.numpy(), made))
        self.assertEqual(numpy.from_dlpack(x).sum(), 21)
        self.assertEqual(ctorch.from_dlpack(made[:, ::2]).tolist(), [[1, 3], [4, 6]])
        self.assertEqual((x * numpy.float32(2)).dtype, ctorch.float32)
        with ctorch.scope():
            kept = ctorch.ones(100_000).numpy()
        self.assertEqual(kept.sum(), 100_000)

    def test_arrays_of_numpy_are_operands_and_subscripts(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        x = ctorch.arange(3.0)
        for product in x * numpy.ones(3), numpy.ones(3) * x:
            self.assertEqual((product.tolist(), product.dtype), ([0, 1, 2], ctorch.float64))
        self.assertEqual((x == numpy.ones(3)).tolist(), [False, True, False])
        self.assertEqual(x[numpy.array([2, 0])].tolist(), [2, 0])
        x[:2] = numpy.array([7.0, 8.0])
        self.assertEqual(x.tolist(), [7, 8, 2])
        stacked = ctorch.tensor([numpy.ones(2), numpy.zeros(2)])
        self.assertEqual((stacked.tolist(), stacked.dtype), ([[1, 1], [0, 0]], ctorch.float64))

    def test_what_numpy_cannot_share_is_an_error(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        x = ctorch.ones(2)
        self.assertEqual(numpy.asarray(x, dtype="int64").dtype, numpy.int64)
        self.assertTrue(numpy.shares_memory(numpy.asarray(x), x.numpy()))
        self.assertFalse(numpy.shares_memory(numpy.array(x), x.numpy()))
        self.assertEqual(numpy.asarray(ctorch.arange(2)).dtype.char, "l" if INT64 == "l" else "q")
        for wrong in ctorch.ones(2, requires_grad=True), x.to(ctorch.bfloat16), x.to_sparse():
            self.assertRaises((RuntimeError, BufferError, TypeError), numpy.asarray, wrong)

    def test_numbers_of_numpy_are_of_their_kind(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        self.assertEqual((ctorch.ones(1) + numpy.complex64(1j)).tolist(), [1 + 1j])
        self.assertIs(ctorch.full((1,), numpy.bool_(True)).dtype, ctorch.bool)
        for kind, value in ("complex64", 1j), ("bool_", True), ("float64", 0.1), ("float16", 0.5), (
                "int32", 3), ("uint8", 3):
            number, dtype = getattr(numpy, kind)(value), getattr(ctorch, kind.rstrip("_"))
            for made in ctorch.tensor(number), ctorch.as_tensor(number), ctorch.tensor([number])[0]:
                self.assertEqual((made.dtype, made.item()), (dtype, value))
        self.assertEqual(ctorch.tensor([numpy.float64(0.1), 1j]).dtype, ctorch.complex128)
        self.assertEqual(ctorch.tensor([numpy.uint8(1), numpy.int32(2)]).dtype, ctorch.int32)

    def test_arrays_of_numpy_are_samples(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")

        class Rows:
            def __len__(self):
                return 5

            def __getitem__(self, i):
                frozen = numpy.arange(2) + i
                frozen.setflags(write=False)
                return {"row": numpy.full((3,), i, "float32"), "label": numpy.int16(i), "frozen": frozen}

        for workers in 0, 2:
            batch = list(DataLoader(Rows(), 2, num_workers=workers))[1]
            self.assertEqual((batch["row"].dtype, batch["row"].tolist()),
                             (ctorch.float32, [[2, 2, 2], [3, 3, 3]]))
            self.assertEqual((batch["label"].dtype, batch["label"].tolist()), (ctorch.int16, [2, 3]))
            self.assertEqual(batch["frozen"].tolist(), [[2, 3], [3, 4]])
            kinds = {type(sample["row"]) for sample in next(iter(DataLoader(
                Rows(), 5, num_workers=workers, collate_fn=lambda batch: batch)))}
            self.assertEqual(kinds, {numpy.ndarray})
        self.assertEqual(next(iter(DataLoader(Rows(), None)))["label"].dtype, ctorch.int16)
        with self.assertRaisesRegex(TypeError, "found <U1"):
            list(DataLoader([numpy.array(["a"])], 1))

    def test_torch_shares_memory_both_ways(self):
        try:
            import torch
        except ImportError:
            self.skipTest("Python's torch is not installed")
        x = torch.arange(3.0)
        y = ctorch.from_dlpack(x)
        y += 1
        self.assertEqual(x.tolist(), [1, 2, 3])
        self.assertEqual(torch.from_dlpack(y).data_ptr(), y.data_ptr())


class Modules(unittest.TestCase):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(2, 3)
            self.scale = nn.Parameter(ctorch.ones(3))
            self.register_buffer("count", ctorch.zeros(1))

        def forward(self, x):
            self.count = self.count + 1
            return self.fc(x) * self.scale

    def test_attributes_are_registered(self):
        net = self.Net()
        self.assertEqual([n for n, _ in net.named_parameters()], ["scale", "fc.weight", "fc.bias"])
        self.assertEqual(list(net.state_dict()), ["scale", "count", "fc.weight", "fc.bias"])
        net(ctorch.ones(1, 2))
        self.assertEqual(net.count.item(), 1)
        self.assertIsInstance(net.fc.weight, nn.Parameter)
        self.assertIs(net.fc, net.fc)
        self.assertEqual(net.eval().training, False)
        del net.fc
        self.assertFalse(hasattr(net, "fc"))

    def test_state_dicts_and_files_move_between_modules(self):
        one, other = self.Net(), self.Net()
        other.load_state_dict(one.state_dict())
        self.assertTrue(ctorch.equal(one.fc.weight, other.fc.weight))
        with tempfile.TemporaryDirectory() as folder:
            for name in "net.pt", "net.safetensors":
                path = os.path.join(folder, name)
                ctorch.save(one.state_dict(), path)
                loaded = ctorch.load(path)
                self.assertEqual(set(loaded), set(one.state_dict()))
                other.load_state_dict(loaded)
        with self.assertRaisesRegex(RuntimeError, "Missing key"):
            other.load_state_dict({})

    def test_c_calls_modules_of_python(self):
        class Double(nn.Module):
            def forward(self, x):
                return x * 2

        net = nn.Sequential(nn.Identity(), Double(), nn.Flatten())
        out = _C._module_call(net, (ctorch.ones(1, 2, 2),))
        self.assertEqual(out.tolist(), [[2, 2, 2, 2]])
        self.assertEqual(len(net), 3)
        self.assertIsInstance(net[1], Double)

    def test_hooks_that_are_always_called_are_called_by_c(self):
        seen, plain = [], []
        layer = nn.Linear(1, 1)
        layer.register_forward_hook(lambda *args: seen.append(args[2]) or 5, always_call=True)
        layer.register_forward_hook(lambda *args: plain.append(args))
        net = nn.Sequential(nn.Identity(), layer)
        for each in net, copy.deepcopy(net):
            with self.assertRaisesRegex(RuntimeError, "mat1 and mat2|size mismatch|shapes"):
                _C._module_call(each, (ctorch.ones(1, 3),))
        self.assertEqual((seen, plain), ([None, None], []))

    def test_hooks_refuse_more_tensors_than_they_take(self):
        average = _C.averaged_model_new(nn.Linear(1, 1))
        layer = _wrap(average.child_at(0), nn.Linear)
        layer.register_forward_pre_hook(lambda *args: None)
        with self.assertRaisesRegex(NotImplementedError, "at most 64"):
            _C._module_call(average, (ctorch.ones(1),) * 200_000)

    def test_a_hook_must_return_as_many_tensors(self):
        layer = nn.Linear(1, 1)
        layer.register_forward_hook(lambda *args: ())
        with self.assertRaisesRegex(RuntimeError, "must return 1 Tensor$"):
            _C._module_call(nn.Sequential(layer), (ctorch.ones(1),))

    def test_subclasses_of_library_modules_are_called_in_containers(self):
        class Hundred(nn.ReLU):
            def forward(self, x):
                return x * 100

        class Twice(nn.Sequential):
            def forward(self, x):
                return super().forward(x) * 2

        x = ctorch.ones(1)
        self.assertEqual(nn.Sequential(Hundred())(x).item(), 100)
        self.assertEqual(nn.Sequential(nn.Sequential(nn.ReLU(), Hundred()))(x).item(), 100)
        self.assertEqual(nn.Sequential(Twice(nn.Identity()))(x).item(), 2)
        self.assertEqual(nn.Sequential(Twice(Hundred()))(x).item(), 200)
        changed = nn.ReLU()
        changed.forward = lambda x: x + 5
        self.assertEqual(nn.Sequential(changed)(x).item(), 6)

    def test_assignments_change_what_c_computes_with(self):
        net = nn.Linear(2, 2)
        for name, value in ("weight", ctorch.zeros(2, 2)), ("bias", 1):
            with self.assertRaisesRegex(TypeError, "nn.Parameter"):
                setattr(net, name, value)
        net.weight = nn.Parameter(ctorch.ones(2, 2))
        net.bias = None
        self.assertEqual(net(ctorch.ones(2)).tolist(), [2, 2])
        self.assertIsNone(net.bias)
        net.bias = nn.Parameter(ctorch.ones(2))
        self.assertEqual(net(ctorch.ones(2)).tolist(), [3, 3])
        self.assertIsNone(nn.Linear(2, 2, bias=False).bias)
        net = self.Net()
        net.later = None
        net.later = nn.Parameter(ctorch.ones(1))
        self.assertEqual(net.later.item(), 1)
        self.assertIn("later", dict(net.named_parameters()))
        with self.assertRaisesRegex(TypeError, "nn.Module or None"):
            net.fc = 5
        net.fc = None
        self.assertIsNone(net.fc)
        self.assertNotIn("fc.weight", dict(net.named_parameters()))

    def test_a_child_needs_its_init(self):
        class Late(nn.Module):
            def __init__(self):
                self.k = 1

        with self.assertRaisesRegex(AttributeError, r"call super\(\).__init__\(\) first"):
            nn.Sequential(Late())

    def test_modes_of_one_module_and_parts_of_lists(self):
        net = nn.Sequential(nn.Dropout(), nn.Sequential(nn.Dropout()))
        net[1][0].eval()
        net.training = False
        self.assertEqual([m.training for m in net.modules()], [False, True, True, False])
        many = nn.ModuleList(nn.Linear(1, n + 1) for n in range(3))
        self.assertEqual([m.out_features for m in many[0:2]], [1, 2])
        many.insert(0, nn.ReLU()).extend([nn.Tanh()])
        self.assertEqual([type(m).__name__ for m in many],
                         ["ReLU", "Linear", "Linear", "Linear", "Tanh"])
        self.assertEqual(list(many.state_dict())[0], "1.weight")
        named = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
        self.assertEqual([name for name, _ in named.items()], ["a", "b"])
        self.assertIs(named["b"], list(named.values())[1])

    def test_modules_of_the_library_tell_their_arguments(self):
        conv = nn.Conv2d(1, 2, 3)
        self.assertEqual((conv.in_channels, conv.kernel_size, conv.stride, conv.padding_mode),
                         (1, (3, 3), (1, 1), "zeros"))
        self.assertEqual(nn.Linear(2, out_features=3)(input=ctorch.ones(1, 2)).shape, (1, 3))
        self.assertEqual(nn.Linear(2, 2).double().weight.dtype, ctorch.float64)
        with self.assertRaisesRegex(AttributeError, "make another module"):
            nn.Dropout(0.3).p = 0.9

    def test_buffers_stay_out_of_the_state_and_c_refuses_what_it_cannot_call(self):
        net = nn.Module()
        net.register_buffer("seen", ctorch.zeros(1), persistent=False)
        net.seen = ctorch.ones(1)
        self.assertEqual((list(net.state_dict()), net.seen.item()), ([], 1))

        class Mine(nn.Linear):
            def forward(self, x):
                return x

        layer = nn.TransformerEncoderLayer(4, 2)
        with self.assertRaisesRegex(TypeError, "derive it from nn.Module"):
            layer.linear1 = Mine(4, 4)

    def test_lists_and_dicts_of_parameters(self):
        ones = nn.Parameter(ctorch.ones(1))
        self.assertEqual([p.item() for p in nn.ParameterList([ones, ones])], [1, 1])
        self.assertIsInstance(nn.ParameterList([ones])[0], nn.Parameter)
        named = nn.ParameterDict({"a": ones})
        self.assertEqual([(n, p.item()) for n, p in named.items()], [("a", 1)])

    def test_copies_of_modules(self):
        class Named(nn.Linear):
            label = "none"

        inner = Named(1, 1)
        inner.label = "mine"
        copied = copy.deepcopy(nn.Sequential(inner))[0]
        self.assertIsInstance(copied, Named)
        self.assertEqual((copied.label, copied.in_features), ("mine", 1))
        encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 2)
        self.assertEqual(copy.deepcopy(encoder).layers[1].linear1.weight.shape[1], 4)
        net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        other = copy.deepcopy(net)
        with ctorch.no_grad():
            other[0].weight.zero_()
        self.assertNotEqual(net[0].weight.abs().sum().item(), 0)
        self.assertIsInstance(other[1], nn.ReLU)
        with self.assertRaisesRegex(TypeError, "deepcopy"):
            copy.copy(self.Net())

    def test_recurrent_modules_return_their_state(self):
        output, (h, c) = nn.LSTM(2, 3)(ctorch.ones(4, 1, 2))
        self.assertEqual((output.shape, h.shape, c.shape), ((4, 1, 3), (1, 1, 3), (1, 1, 3)))
        _, last = nn.GRU(2, 3)(ctorch.ones(4, 1, 2), h)
        self.assertEqual(last.shape, (1, 1, 3))

    def test_a_module_needs_its_init(self):
        class Net(nn.Module):
            def __init__(self):
                self.fc = nn.Linear(1, 1)

        with self.assertRaisesRegex(AttributeError, r"module before Module.__init__\(\) call"):
            Net()

    def test_initial_values_and_utilities_have_pythons_names(self):
        x = nn.Parameter(ctorch.empty(2, 2))
        with ctorch.no_grad():
            self.assertIs(nn.init.constant_(x, 3.0), x)
        (x * 4).sum().backward()
        norm = nn.utils.clip_grad_norm_((p for p in [x]), 1.0)
        self.assertEqual(norm.item(), 8)
        self.assertAlmostEqual(x.grad.norm().item(), 1, places=4)

    def test_optimizers_and_schedulers_change_parameters(self):
        net = nn.Linear(1, 1, bias=False)
        optimizer = optim.SGD(net.parameters(), lr=1.0)
        scheduler = optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
        before = net.weight.item()
        net(ctorch.ones(1, 1)).sum().backward()
        optimizer.step()
        scheduler.step()
        self.assertAlmostEqual(net.weight.item(), before - 1, places=5)
        self.assertEqual(optimizer.lr(0), 0.5)
        self.assertEqual(scheduler.get_last_lr(), [0.5])
        for group in optimizer.param_groups:
            group["lr"] *= 0.5
            self.assertEqual((group["momentum"], len(group["params"])), (0, 1))
        self.assertEqual(optimizer.lr(0), 0.25)
        with self.assertRaisesRegex(TypeError, "no_such"):
            optim.Adam(net.parameters(), no_such=1)

    def test_c_computes_the_rates_of_the_librarys_schedulers(self):
        class Own(optim.lr_scheduler.StepLR):
            def get_lr(self):
                return [0.5]

        optimizer = optim.SGD(nn.Linear(2, 1).parameters(), lr=1.0)
        with self.assertRaisesRegex(TypeError, "derive Own from LRScheduler"):
            Own(optimizer, 1)
        with self.assertRaisesRegex(TypeError, "is in C: load_state_dict"):
            optimizer.state[optimizer.param_groups[0]["params"][0]] = {}
        with self.assertRaisesRegex(TypeError, "use copy.deepcopy"):
            copy.copy(optimizer)

    def test_a_closure_computes_the_loss_again(self):
        x = nn.Parameter(ctorch.tensor([3.0]))
        optimizer = optim.LBFGS([x], lr=1.0)

        def closure():
            optimizer.zero_grad()
            loss = (x * x).sum()
            loss.backward()
            return loss

        self.assertEqual(optimizer.step(closure).item(), 9)
        self.assertLess(abs(x.item()), 1e-3)

    def test_pooling_in_a_module_that_c_has_made_has_one_output(self):
        pool = _wrap(ctorch.models_resnet18_new()).maxpool
        self.assertEqual(pool(ctorch.ones(1, 2, 8, 8)).shape, (1, 2, 4, 4))

    def test_a_function_of_python_is_no_activation(self):
        def gelu(x):
            return x * 0

        with self.assertRaisesRegex(TypeError, "function has no value in C"):
            nn.TransformerEncoderLayer(4, 2, activation=gelu)


class Data(unittest.TestCase):
    def test_a_loader_makes_batches_of_tensors(self):
        x, y = ctorch.arange(5), ctorch.arange(5) * 10
        batches = [(a.tolist(), b.tolist()) for a, b in DataLoader(TensorDataset(x, y), 2)]
        self.assertEqual(batches, [([0, 1], [0, 10]), ([2, 3], [20, 30]), ([4], [40])])
        self.assertEqual(len(DataLoader(TensorDataset(x, y)).dataset), 5)

    def test_a_loader_reads_objects_of_python_in_workers(self):
        class Squares:
            def __len__(self):
                return 10

            def __getitem__(self, i):
                return ctorch.tensor(i), i * i

        loader = DataLoader(Squares(), batch_size=5, num_workers=2)
        self.assertEqual(len(loader), 2)
        self.assertEqual([b.tolist() for _, b in loader], [[0, 1, 4, 9, 16], [25, 36, 49, 64, 81]])

    def test_each_iterator_of_a_loader_has_its_own_position(self):
        loader = DataLoader(ctorch.arange(4), batch_size=2)
        self.assertEqual([(a.tolist(), b.tolist()) for a, b in zip(loader, loader)],
                         [([0, 1], [0, 1]), ([2, 3], [2, 3])])
        for _ in loader:
            break
        self.assertEqual(len(list(loader)), 2)

    def test_threads_iterate_one_loader(self):
        class Numbers:
            def __len__(self):
                return 40

            def __getitem__(self, i):
                return ctorch.tensor(i)

        loader, sums = DataLoader(Numbers(), batch_size=4, num_workers=2), []

        def work():
            sums.append(sum(int(batch.sum()) for batch in loader))

        threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(sums, [780] * 3)

    def test_an_exception_of_a_dataset_is_raised_as_it_is(self):
        class Bad:
            def __len__(self):
                return 1

            def __getitem__(self, i):
                raise LookupError("sample")

        with self.assertRaisesRegex(LookupError, "sample"):
            list(DataLoader(Bad()))


class Transforms(unittest.TestCase):
    def test_transforms_are_classes(self):
        flip = ctorch.transforms.RandomHorizontalFlip(p=1.0)
        self.assertEqual(flip(ctorch.arange(3).view(1, 1, 3)).tolist(), [[[2, 1, 0]]])
        self.assertIn("RandomHorizontalFlip(p=1.0)", repr(flip))


class Readme(unittest.TestCase):
    def test_the_program_of_the_page_runs(self):
        page = FIXTURES.parent.parent / "bindings/python/README.md"
        program = page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
        exec(compile(program, page.name, "exec"), {})


class Export(unittest.TestCase):
    def test_an_exported_program_runs(self):
        path = next(iter(sorted(FIXTURES.glob("exported/small/*.pt2"))), None)
        if path is None:
            self.skipTest("there is no exported program in tests/fixtures/exported")
        program = ctorch.export.load(path)
        args, kwargs = program.sample_inputs()
        self.assertIsNotNone(program(*args, **kwargs))


    def test_a_module_of_python_is_recorded(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(2, 3)

            def forward(self, x):
                return ctorch.relu(self.fc(x)), x

        net, x = Net(), ctorch.ones(1, 2)
        program = ctorch.export.export(net, (x,))
        with tempfile.TemporaryDirectory() as folder:
            ctorch.export.save(program, folder + "/net.pt2")
            loaded = ctorch.export.load(folder + "/net.pt2")
        for one in program, loaded:
            self.assertTrue(ctorch.equal(one(x)[0], net(x)[0]))
        with self.assertRaisesRegex(AssertionError, "Guard failed"):
            program(ctorch.ones(1, 3))
        program = ctorch.export.export(lambda x, y: (x + y, x * y), (x, x))
        self.assertEqual([t.tolist() for t in program(x, x)], [[[2.0, 2.0]], [[1.0, 1.0]]])
        fast = ctorch.compile(net, (x,), no_cache=True)
        self.assertTrue(ctorch.allclose(fast(x)[0], net(x)[0]))


class Distributed(unittest.TestCase):
    PROGRAM = """
import sys
import ctorch
import ctorch.distributed as dist
from ctorch import nn, optim

place, rank = sys.argv[1], int(sys.argv[2])
try:
    dist.get_rank()
except ValueError as error:
    assert "has not been initialized" in str(error)
dist.init_process_group("gloo", "file://" + place, world_size=2, rank=rank)
x = ctorch.tensor([rank + 1.0])
dist.all_reduce(x, op=dist.ReduceOp.MAX)
assert x.item() == 2
work = dist.all_reduce(x, async_op=True)
work.wait()
assert x.item() == 4 and work.is_completed()
each = [ctorch.zeros(1), ctorch.zeros(1)]
dist.all_gather(each, ctorch.tensor([float(rank)]))
assert [t.item() for t in each] == [0, 1]
if rank == 0:
    dist.send(x, 1)
else:
    dist.recv(x.zero_(), 0)
assert x.item() == 4
objects = [rank]
dist.broadcast_object_list(objects, src=1)
assert objects == [1]
group = dist.new_group([0, 1])
dist.all_reduce(x, group=group)
assert x.item() == 8 and dist.get_world_size(group) == 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

    def forward(self, x):
        return self.fc(x), x

ctorch.manual_seed(rank)
net = nn.parallel.DistributedDataParallel(Net())
optimizer = optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    with net.no_sync():
        net(ctorch.ones(1, 2))[0].sum().backward()
    y, _ = net(ctorch.full((3, 2), rank + 1.0))
    y.sum().backward()
    optimizer.step()
total = net.module.fc.weight.detach().clone()
dist.all_reduce(total)
assert ctorch.allclose(total, 2 * net.module.fc.weight)
dist.barrier()
dist.destroy_process_group()
assert not dist.is_initialized()
"""

    def test_two_processes_train_one_module(self):
        if not ctorch.distributed.is_available():
            self.skipTest("libctorch_distributed was not built: it needs libtorch 2.8")
        with tempfile.TemporaryDirectory() as folder:
            processes = [subprocess.Popen([sys.executable, "-c", self.PROGRAM, folder + "/store",
                                           str(rank)], stderr=subprocess.PIPE, text=True)
                         for rank in range(2)]
            errors = [process.communicate(timeout=60)[1] for process in processes]
        self.assertEqual([process.returncode for process in processes], [0, 0], errors)


class Texts(unittest.TestCase):
    def test_errors_name_the_functions_of_python(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/x.pt"
            ctorch.save({"x": ctorch.ones(1)}, path)
            for load in ctorch.export.load, ctorch.jit.load:
                with self.assertRaisesRegex(ValueError, r"load it with ctorch\.load\(\)"):
                    load(path)
            with self.assertRaisesRegex(FileNotFoundError, "No such file"):
                ctorch.export.load(folder + "/none.pt2")
            pathlib.Path(folder, "ct_x").write_bytes(b"text")
            with self.assertRaisesRegex(ValueError, "/ct_x: "):
                ctorch.load(folder + "/ct_x")
        with self.assertRaisesRegex(ValueError, r"^ctorch\.tensor_dataset_new: argument 1"):
            ctorch.tensor_dataset_new([])
        with self.assertRaisesRegex(ValueError, r"^TensorDataset\(\) needs at least one tensor$"):
            TensorDataset()


class Memory(unittest.TestCase):
    def setUp(self):
        gc.collect()
        self.before = _C.memory_handle_count()

    def handles(self):
        gc.collect()
        return _C.memory_handle_count() - self.before

    def test_nothing_is_left(self):
        net = Modules.Net()
        optimizer = optim.Adam(net.parameters())
        for _ in range(3):
            optimizer.minimize(net(ctorch.ones(4, 2)).square().mean())
        for bad in (lambda: net(ctorch.ones(3)), lambda: ctorch.add(net.scale, "a"),
                    lambda: net.scale[9]):
            self.assertRaises(Exception, bad)
        x = ctorch.ones(2, requires_grad=True)
        x.register_hook(lambda g: g)
        x.sum().backward()
        x.max(0), x.split(1), net.state_dict(), list(DataLoader(x.detach()))
        del net, optimizer, x, bad
        self.assertEqual(self.handles(), 0)

    def test_cycles_are_collected(self):
        class Holder:
            pass

        holder = Holder()
        holder.self, holder.tensor = holder, ctorch.ones(2)
        net = Modules.Net()
        net.again = [net]
        seen = weakref.ref(holder.tensor)
        del holder, net
        self.assertEqual(self.handles(), 0)
        self.assertIsNone(seen())

    def test_loaders_that_refer_to_themselves_are_collected(self):
        class Sample:
            pass

        class Samples:
            def __len__(self):
                return 40

            def __getitem__(self, index):
                made.append(weakref.ref(sample := Sample()))
                return sample

        made, loaders = [], []
        for _ in range(20):
            holder = {}
            loader = DataLoader(Samples(), 4, num_workers=2, collate_fn=lambda b, held=holder: b)
            holder["loader"] = loader, iter(loader)
            next(holder["loader"][1])
            loaders.append(weakref.ref(loader))
            del loader, holder
        for _ in range(100):  # what the collector finds in a worker ends a little later
            gc.collect()
            if not any(found() for found in made + loaders):
                break
            time.sleep(0.05)
        self.assertEqual(sum(found() is not None for found in made + loaders), 0)

    def test_hooks_and_functions_leave_nothing(self):
        class Double(ctorch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x, x * 2)
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2

        def run(with_backward):
            net = Modules.Net()
            for part in net, net.fc:
                for name in ("register_forward_pre_hook", "register_forward_hook",
                             "register_full_backward_pre_hook", "register_full_backward_hook"):
                    setattr(part, name + "_", getattr(part, name)(lambda *args: net and None))
            x = ctorch.ones(1, 2, requires_grad=True)
            y = ctorch.utils.checkpoint.checkpoint(lambda x: net(Double.apply(x)).exp(), x)
            with ctorch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
                y = (y * y).sum()
            if with_backward:
                y.backward()
            copy.deepcopy(net), pickle.loads(pickle.dumps(net.state_dict()))

        for with_backward in False, True:
            run(with_backward)
            self.assertEqual(self.handles(), 0)

    def test_a_scope_frees_the_tensors_of_its_block(self):
        with ctorch.scope() as scope:
            lost = ctorch.ones(2)
            kept = scope.keep(lost * 2)
            with ctorch.scope():
                inner = lost + 1
        self.assertEqual(self.handles(), 1)
        self.assertEqual(kept.tolist(), [2, 2])
        for freed in lost, inner:
            with self.assertRaisesRegex(ValueError, "freed when its ctorch.scope"):
                freed + 1
            self.assertIn("freed", repr(freed))

    def test_scopes_end_in_any_order(self):
        outer, inner = ctorch.scope(), ctorch.scope()
        outer.__enter__()
        inner.__enter__()
        lost = ctorch.ones(2)
        with self.assertRaisesRegex(RuntimeError, "innermost"):
            outer.__exit__()
        del outer
        inner.__exit__()
        kept = ctorch.ones(2)
        self.assertIn("freed", repr(lost))
        self.assertEqual(kept.tolist(), [1, 1])

    def test_a_scope_is_dropped_in_another_thread(self):
        scopes = [ctorch.scope()]
        scopes[0].__enter__()
        x = ctorch.ones(2)
        thread = threading.Thread(target=scopes.clear)
        thread.start()
        thread.join()
        self.assertEqual((x + ctorch.ones(2)).tolist(), [2, 2])

    def test_copies_are_independent(self):
        x = ctorch.ones(2)
        self.assertEqual(copy.copy(x).data_ptr(), x.data_ptr())
        self.assertEqual(copy.deepcopy(ctorch.device("cpu")), ctorch.device("cpu"))
        y = copy.deepcopy(x)
        y += 1
        self.assertEqual(x.tolist(), [1, 1])


class Threads(unittest.TestCase):
    def test_threads_compute_and_free_at_once(self):
        before = _C.memory_handle_count()
        shared, failures, passed = ctorch.ones(100, 100), [], []

        def work(seed):
            try:
                for i in range(50):
                    with ctorch.no_grad():
                        y = shared @ shared * seed
                    passed.append(y)  # another thread may free it
                    if len(passed) > 10:
                        passed.pop(0)
                    x = ctorch.ones(3, requires_grad=True)
                    x.register_hook(lambda g: g * 2)
                    (x * seed).sum().backward()
                    assert x.grad.tolist() == [2.0 * seed] * 3, x.grad
            except BaseException as error:  # noqa: BLE001: it is reported
                failures.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        passed.clear()
        del shared
        gc.collect()
        self.assertEqual(_C.memory_handle_count() - before, 0)


    def test_threads_run_backward_of_one_graph(self):
        class Square(ctorch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            def backward(ctx, grad):
                time.sleep(0.05)
                return grad * 2 * ctx.saved_tensors[0]

        x, failures = ctorch.ones(2, requires_grad=True), []
        y = Square.apply(x).sum()

        def work():
            try:
                y.backward(retain_graph=True)
            except BaseException as error:  # noqa: BLE001: it is reported
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((failures, x.grad.tolist()), ([], [6, 6]))

    def test_what_a_module_lends_is_not_freed_meanwhile(self):
        net, ends, failures = nn.Linear(64, 64), threading.Event(), []

        def read():
            try:
                while not ends.is_set():
                    float(net.get_parameter("weight")[0, 0])
            except BaseException as error:  # noqa: BLE001: it is reported
                failures.append(error)

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        threads = [threading.Thread(target=read) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(2000):
            net.weight = nn.Parameter(ctorch.ones(64, 64))
        ends.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
        self.assertEqual(failures, [])


class Package(unittest.TestCase):
    def test_a_bare_import_has_every_part(self):
        names = ["autograd", "data.DataLoader", "enums", "export.load", "nn.Linear",
                 "distributed.all_reduce", "nn.parallel", "jit.load", "amp.autocast",
                 "nn.functional.relu", "nn.init.ones_", "utils.checkpoint.checkpoint", "linalg.norm",
                 "autograd.graph.save_on_cpu", "nn.utils.clip_grad_norm_", "optim.SGD",
                 "optim.lr_scheduler.StepLR", "transforms.Normalize"]
        code = "import ctorch; " + "; ".join(f"ctorch.{name}" for name in names)
        subprocess.run([sys.executable, "-c", code], check=True)

    def test_small_names_of_torch(self):
        x = ctorch.ones(2)
        self.assertTrue(ctorch.is_tensor(x) and not ctorch.is_tensor(1))
        self.assertEqual(ctorch.frombuffer(b"\1\2\3\4", dtype=ctorch.int16, count=1, offset=1).tolist(),
                         [0x302])
        numbers = array.array("f", [1, 2])
        ctorch.frombuffer(numbers, dtype=ctorch.float32).add_(1)
        self.assertEqual(numbers.tolist(), [2, 3])
        self.assertIs(ctorch.as_tensor([1.0], dtype=ctorch.float64).dtype, ctorch.float64)
        self.assertEqual(ctorch.as_tensor(x).data_ptr(), x.data_ptr())
        self.assertEqual(x.new_tensor([1, 2]).dtype, x.dtype)
        self.assertEqual(list(map(int, reversed(ctorch.arange(3)))), [2, 1, 0])
        self.assertEqual(round(ctorch.tensor(2.6)).item(), 3)
        self.assertEqual(ctorch.tensor([ctorch.inf, ctorch.pi])[0].item(), float("inf"))


class Stubs(unittest.TestCase):
    def test_stubs_are_python(self):
        import ast

        package = pathlib.Path(ctorch.__file__).parent
        stubs = list(package.rglob("*.pyi"))
        self.assertTrue(stubs)
        self.assertTrue((package / "py.typed").exists())
        for stub in stubs:
            ast.parse(stub.read_text(encoding="utf-8"), stub.name)
        operators = (package / "_operators.pyi").read_text(encoding="utf-8")
        self.assertIn("def zeros(*size: int | Sequence[int], dtype: dtype | None = ..., ", operators)
        self.assertIn("pin_memory: bool | None = ..., requires_grad: bool = ...) -> ", operators)
        self.assertIn("def sort(self: Tensor, dim: int = ..., descending: bool = ...) -> "
                      "Results2[Tensor, Tensor]: ...", operators)
        losses = (package / "_nn_functions.pyi").read_text(encoding="utf-8")
        self.assertIn("reduction: str | int = ...", losses)


if __name__ == "__main__":
    ctorch.set_num_threads(1)
    unittest.main(verbosity=2)  # with the reasons of skipped tests
