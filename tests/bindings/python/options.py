"""Every kind of field that the library's structs of options have: python3 options.py"""

import os
import pathlib
import tempfile
import unittest

import ctorch
from ctorch import _C, nn


class Options(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def raises(self, kind, text, function, *args, **options):
        with self.assertRaisesRegex(kind, text):
            function(*args, **options)

    def test_a_character(self):
        path = self.folder / "x.csv"
        path.write_text("a;b\n1;u\n# a comment\n2;v\n")
        table = ctorch.csv_load(path, separator=";", comment="#")
        self.assertEqual((table["a"].tolist(), table["b"]), ([1, 2], ["u", "v"]))
        self.raises(ValueError, "';;' is not one character", ctorch.csv_load, path, separator=";;")
        self.raises(ValueError, "not one character of ASCII", ctorch.csv_load, path, comment="é")
        self.raises(ValueError, "not one character", ctorch.csv_load, path, separator="\0")
        self.raises(TypeError, "separator must be str of one character, not int",
                    ctorch.csv_load, path, separator=1)

    def test_a_value(self):
        path = self.folder / "x.csv"
        path.write_text("b\nu\nv\nu\n")
        table = ctorch.csv_load(path, categories={"b": ["v", "u"]})
        self.assertEqual(table["b"].tolist(), [1, 0, 1])
        self.assertEqual(ctorch.csv_load(path, categories=None)["b"], ["u", "v", "u"])
        path = self.folder / "x.pt"
        ctorch.train_save({"epoch": 3, "values": {"best": 0.5}}, path)
        self.assertEqual(ctorch.load(path)["values"], {"best": 0.5})

    # The numbers are those of torchvision's models, with the same arguments.
    def test_lists_of_ints_and_of_bools(self):
        printed = ctorch.models_resnet50_new(
            replace_stride_with_dilation=[False, True, True]).to_string()
        self.assertEqual((printed.count("dilation=(2, 2)"), printed.count("dilation=(4, 4)")),
                         (6, 2))
        mobilenet = ctorch.models_mobilenet_v2_new(
            inverted_residual_setting=[1, 16, 1, 1, 6, 24, 2, 2]).to_string()
        self.assertEqual((len(mobilenet), mobilenet.count("Conv2d")), (2825, 17))
        self.raises(TypeError, "hidden_channels must be tuple of ints, not list",
                    ctorch.models_mlp_new, in_channels=1, hidden_channels=[True])

    def test_a_field_whose_zero_is_a_value_has_its_default(self):
        net = ctorch.models_resnet18_new(num_classes=10)
        self.assertIn("(fc): Linear(in_features=512, out_features=10, bias=True)", net.to_string())
        self.assertEqual(ctorch.models_mlp_new(in_channels=3, hidden_channels=[4, 2]).to_string(),
                         "MLP(\n"
                         "  (0): Linear(in_features=3, out_features=4, bias=True)\n"
                         "  (1): ReLU()\n"
                         "  (2): Dropout(p=0.0, inplace=False)\n"
                         "  (3): Linear(in_features=4, out_features=2, bias=True)\n"
                         "  (4): Dropout(p=0.0, inplace=False)\n"
                         ")")
        plain = ctorch.models_mlp_new(in_channels=3, hidden_channels=[4, 2], bias=False,
                                      activation_layer="Tanh").to_string()
        self.assertEqual((plain.count("bias=False"), plain.count("Tanh()")), (2, 1))

    def test_numbers_that_may_be_none(self):
        made = ctorch.nn_Embedding_from_pretrained(ctorch.ones(3, 2), padding_idx=1, max_norm=0.5)
        self.assertEqual(made.to_string(), "Embedding(3, 2, padding_idx=1, max_norm=0.5)")
        made = ctorch.nn_Embedding_from_pretrained(ctorch.ones(3, 2), padding_idx=None)
        self.assertEqual(made.to_string(), "Embedding(3, 2)")

    def test_lists_with_one_length(self):
        x = ctorch.ones(2, requires_grad=True)
        y = (x * 2).sum()
        self.assertIn("weight\\n(2)", ctorch.graph_to_dot([y], named=[x], names=["weight"]))
        self.raises(ValueError, "names must have 1 elements, not 2", ctorch.graph_to_dot, [y],
                    named=[x], names=["a", "b"])
        for options in {"named": [x]}, {"names": ["a"]}, {"named": [x], "names": None}:
            self.raises(ValueError, "named and names must be given together",
                        ctorch.graph_to_dot, [y], **options)

    def test_structs_in_structs(self):
        layer = nn.Linear(2, 3)
        path = self.folder / "x.pt"
        ctorch.save({"m": layer.state_dict()}, path)
        net = nn.Sequential(nn.Linear(2, 3))
        load = _C.module.load
        self.assertEqual(load(net, path, at="/m", state={"no_strict": True}),
                         {"missing_keys": ["0.weight", "0.bias"],
                          "unexpected_keys": ["weight", "bias"]})
        self.raises(RuntimeError, "Missing key", load, net, path, at="/m")
        self.raises(TypeError, "'strict' is not an option", load, net, path, state={"strict": 1})
        self.raises(TypeError, "state must be dict, not int", load, net, path, state=3)

    def test_lists_of_structs_and_texts(self):
        sizes = [{"input": 0, "dim": 0, "name": "n", "max": 100}]
        layer, x = nn.Linear(2, 3).eval(), ctorch.ones(4, 2)
        program = ctorch.export_record_module(layer, [x], dynamic=sizes, names=["points"],
                                              extra_files={"a.txt": "hello"})
        printed = program.to_string()
        self.assertIn("points:   f32[s0, 2]", printed)
        self.assertIn("1 <= s0 <= 100", printed)
        path = self.folder / "x.pt2"
        program.save(path)
        self.assertIn(b"hello", path.read_bytes())
        self.raises(TypeError, "dynamic must be list of dicts, not dict",
                    ctorch.export_record_module, layer, [x], dynamic=sizes[0])
        self.raises(TypeError, "dynamic must be list of dicts, not list",
                    ctorch.export_record_module, layer, [x], dynamic=[3])
        self.raises(TypeError, "names must be list of str", ctorch.export_record_module, layer,
                    [x], names=["points", 3])

    def test_a_pointer_to_a_struct(self):
        os.environ["CTORCH_COMPILE_CACHE"] = str(self.folder)
        layer, x = nn.Linear(2, 3).eval(), ctorch.ones(4, 2)
        record = {"dynamic": [{"input": 0, "dim": 0, "name": "n"}], "names": ["points"]}
        program = _C.compile(layer, [x], record=record, no_loops=True)
        self.assertIn("points:   f32[s0, 2]", program.to_string())

    def test_lists_in_lists_of_structs(self):
        shard = {"key": "w", "size": [2, 2], "offsets": [0, 0]}
        w = ctorch.arange(4.0).view(2, 2)
        ctorch.dcp_save({"w": w}, self.folder / "all", shards=[shard])
        self.assertEqual(ctorch.dcp_load(self.folder / "all")["w"].tolist(), [[0, 1], [2, 3]])
        self.raises(ValueError, "have 4 of its 8 elements", ctorch.dcp_save, {"w": w},
                    self.folder / "part", shards=[dict(shard, size=[4, 2])])

    def test_lists_of_constants(self):
        printed = _C.module.summary(nn.Conv2d(1, 2, 3), [ctorch.ones(1, 1, 4, 4)],
                                    columns=[ctorch.enums.ModuleColumn.MODULE_COLUMN_KERNEL_SIZE])
        self.assertIn("Kernel Shape", printed)
        self.assertNotIn("Param #", printed.splitlines()[1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
