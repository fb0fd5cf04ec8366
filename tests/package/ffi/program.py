#!/usr/bin/env python3
"""program.py JSON LIBCTORCH [LIBCTORCH-IMAGE]: a program on the binding of examples/binding.py,
which is made from ctorch_api.json alone.

Every expected value is computed in Python from its definition, or is in PyTorch's documentation.
"""
import ctypes
import gc
import json
import math
import os
import sys
import tempfile

from binding import Binding, CtError, Type

checks = 0


def expect(what, got, wanted):
    global checks
    checks += 1
    if got != wanted:
        sys.exit(f"checked:  {what}\nexpected: {wanted}\ngot:      {got}")


def near(what, got, wanted):
    if all(math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12) for a, b in zip(got, wanted)):
        got = wanted
    expect(what, got, wanted)


class Program:
    def __init__(self, ct):
        self.ct = ct

    def tensor(self, values, shape=None, grad=False):
        """A float64 tensor."""
        ct = self.ct
        data = ct.array(Type("double"), values)
        made = ct.ct_tensor_from_data(data, ct.CT_FLOAT64, shape or [len(values)])
        if grad:
            ct.ct_tensor_set_requires_grad(made, True)
        return made

    def numbers(self, tensor):
        count = self.ct.ct_tensor_numel(tensor)
        raw = self.ct.ct_tensor_copy_to(tensor, self.ct.CT_FLOAT64, count)
        return list(ctypes.cast(raw, ctypes.POINTER(ctypes.c_double * count)).contents)

    def number(self, tensor):
        return self.ct.ct_tensor_item_double(tensor)

    # --- the right library --------------------------------------------------------------------

    def release(self):
        """A description of another release than the library's is refused."""
        ct = self.ct
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ctorch_api.json")
            made_for = {**ct.api["libctorch"], "libtorch": "1.12.1"}
            # A function that the library lacks: the release has to be refused first.
            other = {**ct.api["functions"][0], "symbol": "ct_of_1_12", "method": None}
            with open(path, "w", encoding="utf-8") as file:
                json.dump({**ct.api, "libctorch": made_for, "functions": [other]}, file)
            try:
                Binding(path, {"ctorch": sys.argv[2]})
                refused = "no error"
            except CtError as error:
                refused = str(error)
        expect("another release is refused", refused.partition(" (")[0],
               f"RuntimeError: this is libctorch {ct.CT_VERSION} for libtorch "
               f"{ct.CT_LIBTORCH_RELEASE}")
        expect("the name of the library",
               os.path.basename(os.path.realpath(sys.argv[2])).startswith(
                   ct.api["libctorch"]["soname"]), True)
        expect("its ABI", ct.api["libctorch"]["abi"], ct.CT_ABI_VERSION)
        expect("with the file to load", "load libctorch-1.12.so.0.1" in refused, True)

    # --- calls --------------------------------------------------------------------------------

    def properties(self):
        ct = self.ct
        x = self.tensor([1, 2, 3, 4, 5, 6], [2, 3])
        expect("shape", ct.ct_tensor_shape(x), [2, 3])
        expect("dtype", ct.ct_dtype_name(ct.ct_tensor_dtype(x)), "float64")
        expect("version", ct.ct_version(), ct.CT_VERSION)
        expect("text", ct.ct_tensor_to_string(x),
               "tensor([[1., 2., 3.],\n        [4., 5., 6.]], dtype=torch.float64)")
        expect("summary", ct.ct_tensor_summary_brief_into(x, ct.CT_SUMMARY_SIZE)[1],
               "float64[2, 3] cpu contiguous")
        expect("None has no shape", ct.ct_tensor_shape(None), None)
        expect("bytes", ct.ct_npy_encode(x)[:6], b"\x93NUMPY")

    def operators(self):
        ct, x = self.ct, self.tensor([1, 2, 3, 4, 5, 6], [2, 3])
        total = ct.ct_sum_dim_IntList(x, [0], False, ct.CT_DTYPE_NONE)
        near("a list of integers", self.numbers(total), [5, 7, 9])
        near("a list that is None", self.numbers(ct.ct_sum_dim_IntList(
            x, None, False, ct.CT_DTYPE_NONE)), [21])
        two = ct.ct_scalar_int(2)
        near("optional scalars", self.numbers(ct.ct_clamp(x, None, two)), [1, 2, 2, 2, 2, 2])
        near("a scalar", self.numbers(ct.ct_add_Tensor(x, x, two)), [3, 6, 9, 12, 15, 18])
        parts = ct.ct_split_Tensor(x, 2, 1)
        expect("a list as result", [self.numbers(part) for part in parts], [[1, 2, 4, 5], [3, 6]])
        near("a list of tensors", self.numbers(ct.ct_cat(parts, 1)), [1, 2, 3, 4, 5, 6])
        values, indices = ct.ct_max_dim(x, 1, False)
        near("two results", self.numbers(values) + self.numbers(indices), [3, 6, 2, 2])
        near("a method form", self.numbers(ct.ct_Tensor_neg(total)), [-5, -7, -9])
        near("an in-place operator", self.numbers(ct.ct_mul__Scalar(total, two)), [10, 14, 18])
        index = [ct.ct_index_at(0), ct.ct_index_slice(ct.CT_INDEX_START, 1, 0, 1)]
        near("a list of structs", self.numbers(ct.ct_tensor_index(x, index)), [2, 3])
        arguments = [ct.ct_value_tensor(x), ct.ct_value_int(2)]
        results = ct.ct_call("aten::pow.Tensor_Scalar", arguments, 1)
        near("an operator by name", self.numbers(ct.ct_value_take_tensor(results[0])),
             [1, 4, 9, 16, 25, 36])

    def errors(self):
        ct, x = self.ct, self.tensor([1, 2, 3, 4, 5, 6], [2, 3])
        try:
            ct.ct_mm(x, x)
        except CtError as error:
            expect("the class of an error", error.kind, ct.CT_ERROR_RUNTIME)
            expect("its function", error.function, "ct_mm")
            # Since 2.15 it contains the operator's name.
            expect("its text", str(error).replace("mm: ", ""), "RuntimeError: mat1 and mat2 shapes "
                   "cannot be multiplied (2x3 and 2x3)")
        else:
            expect("ct_mm of wrong shapes", "no error", "an error")
        try:
            ct.ct_mm(x, None)
        except TypeError as error:
            expect("what the file says is not nullable", str(error),
                   "ct_mm: mat2 must not be None")
        else:
            expect("ct_mm without mat2", "no error", "an error")

    def docs(self):
        ct = self.ct
        expect("what documents a function", ct.ct_tensor_numel.__doc__,
               "Returns the number of elements; -1 for NULL.")
        expect("what documents an operator", ct.ct_mm.__doc__,
               "mm(Tensor self, Tensor mat2) -> Tensor")
        expect("what documents a struct", ct.structs["ct_mix_options"].__doc__,
               "Python's arguments of MixUp and CutMix.")
        expect("what documents a field",
               ct.api["type_docs"]["ct_train_state"]["members"]["no_random"],
               "without the states of random number generators")

    # --- callbacks ----------------------------------------------------------------------------

    def hooks(self):
        ct, x = self.ct, self.tensor([3], grad=True)
        seen, kept = [], []

        def double(grad):
            seen.append(self.number(grad))
            kept.append(ct.ct_tensor_storage(grad))
            return ct.ct_mul_Scalar(grad, ct.ct_scalar_int(2))

        hook = ct.ct_tensor_register_hook(x, double, None, None)
        ct.ct_tensor_backward(ct.ct_mul_Tensor(x, x))
        expect("what the hook saw", seen, [6])
        near("what it returned", self.numbers(ct.ct_tensor_grad(x)), [12])
        expect("a storage that the hook kept", ct.ct_storage_nbytes(kept[0]), 8)
        expect("it is removed", ct.ct_hook_remove(hook), True)

        def fail(grad):
            raise ValueError("the hook has failed")

        ct.ct_tensor_register_hook(x, fail, None, None)
        try:
            ct.ct_tensor_backward(ct.ct_mul_Tensor(x, x))
        except CtError as error:
            expect("an exception of a hook", str(error), "RuntimeError: the hook has failed")
        else:
            expect("a hook that raises", "no error", "an error")

    def exp(self, factor):
        """exp() with its own backward, which is correct if `factor` is 1."""
        ct, keep = self.ct, []

        def forward(context, inputs):
            result = ct.ct_exp(inputs[0])
            ct.ct_function_save_for_backward(context, [result])
            return [result]

        def backward(context, grads):
            saved = ct.ct_function_saved_tensors(context, 1)
            grad = ct.ct_mul_Tensor(grads[0], saved[0])
            return [ct.ct_mul_Scalar(grad, ct.ct_scalar_float(factor))]

        function = ct.structs["ct_function"]()
        function.name = ct.plain("MyExp")
        function.forward = ct.callback("ct_forward_function", forward, keep)
        function.backward = ct.callback("ct_backward_function", backward, keep)
        function.inputs_len = function.outputs_len = 1
        ct.alive.append(keep)
        return lambda inputs: ct.ct_function_apply(function, None, inputs, 1)

    def functions(self):
        ct = self.ct
        x = self.tensor([0.5, -1], grad=True)
        y = self.exp(1)([x])[0]
        near("a function's result", self.numbers(y), [math.exp(0.5), math.exp(-1)])
        ct.ct_tensor_backward_with(y, self.tensor([1, 1]), True, False, None)
        near("its gradient", self.numbers(ct.ct_tensor_grad(x)), [math.exp(0.5), math.exp(-1)])
        expect("gradcheck of a right one",
               ct.ct_gradcheck(self.exp(1), None, [x], 1, None), True)
        expect("gradcheck of a wrong one",
               ct.ct_gradcheck(self.exp(1.5), None, [x], 1, None), False)
        jacobian = ct.ct_functional_jacobian(self.exp(1), None, [x], 1, None)
        near("a Jacobian", self.numbers(jacobian[0]), [math.exp(0.5), 0, 0, math.exp(-1)])

    # --- modules ------------------------------------------------------------------------------

    def described(self, name, *numbers):
        """A dict that stands for a module. Its texts and lists live as long as the value."""
        ct = self.ct
        args = ct.ct_value_list([ct.ct_value_int(number) for number in numbers])
        return ct.ct_value_dict([ct.ct_value_string("class"), ct.ct_value_string(name),
                                 ct.ct_value_string("args"), args], 2)

    def modules(self):
        ct = self.ct
        layers = ct.ct_value_list([self.described("Linear", 2, 3), self.described("ReLU")])
        net = ct.ct_nn_new("Sequential", layers, None)
        ct.ct_module_add_module(net, "last", ct.ct_nn_new("Tanh", None, None), None)
        scale = ct.ct_parameter_new(self.tensor([2]), True)
        ct.ct_module_register_parameter(net, "scale", scale, None)
        ct.ct_module_register_buffer(net, "seen", self.tensor([0]), True, None)
        expect("a module with what was registered", ct.ct_module_to_string(net),
               "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n"
               "  (1): ReLU()\n  (last): Tanh()\n)")
        expect("its parameter", self.numbers(ct.ct_module_get_parameter(net, "scale")), [2])
        expect("its buffer", self.numbers(ct.ct_module_get_buffer(net, "seen")), [0])
        ct.ct_module_reset_parameters(net)
        refused = None
        try:
            ct.ct_module_add_module(net, "a.b", None, None)
        except CtError as error:
            refused = str(error)
        expect("a wrong name", refused, "KeyError: module name can't contain \".\", got: a.b")

    # --- training -----------------------------------------------------------------------------

    def train(self):
        """y = 2 x - 1 by gradient descent, compared with the same steps in Python."""
        ct = self.ct
        xs, rate = [-1.0, 0.0, 1.0, 2.0], 0.1
        x, y = self.tensor(xs, [4, 1]), self.tensor([2 * v - 1 for v in xs], [4, 1])
        weight, bias = self.tensor([0], [1, 1], grad=True), self.tensor([0], [1], grad=True)
        w = b = 0.0
        for _ in range(25):
            out = ct.ct_linear(x, weight, bias)
            loss = ct.ct_mse_loss(out, y, ct.CT_REDUCTION_MEAN)
            ct.ct_tensor_backward(loss)
            was = ct.ct_autograd_is_grad_enabled()
            ct.ct_autograd_set_grad_enabled(False)
            for parameter in (weight, bias):
                grad = ct.ct_tensor_grad(parameter)
                ct.ct_sub__Tensor(parameter, grad, ct.ct_scalar_float(rate))
                ct.ct_zero_(grad)
            ct.ct_autograd_set_grad_enabled(was)
            errors = [w * v + b - (2 * v - 1) for v in xs]
            near("a loss", [self.number(loss)], [sum(e * e for e in errors) / 4])
            w, b = (w - rate * sum(2 * e * v for e, v in zip(errors, xs)) / 4,
                    b - rate * sum(2 * e for e in errors) / 4)
            near("the parameters", self.numbers(weight) + self.numbers(bias), [w, b])
        expect("it has learned", abs(w - 2) < 0.05 and abs(b + 1) < 0.05, True)


def main():
    ct = Binding(sys.argv[1], dict(zip(("ctorch", "ctorch_image"), sys.argv[2:])))
    program = Program(ct)
    for part in ("docs", "release", "properties", "operators", "errors", "hooks", "functions", "modules",
                 "train"):
        getattr(program, part)()
    ct.alive.clear()
    gc.collect()
    _, process = ct.ct_memory_stats()
    expect("handles left", process.handles, 0)
    print(f"{checks} checks of {len(ct.functions)} functions' binding")


main()
