"""torch.nn.utils.rnn: packed and padded sequences."""

import torch
from torch.nn.utils import rnn

from nn_common import Cases, randn


def packing(case):
    pack = rnn.pack_padded_sequence
    case("pack_padded_sequence", pack, randn(4, 3, 2), torch.tensor([4, 2, 1]))
    case("pack_padded_sequence of a list", lambda x: pack(x, [4, 2, 1]), randn(4, 3, 2))
    case("pack_padded_sequence batch_first", pack, randn(3, 4, 2), torch.tensor([4, 4, 1]),
         batch_first=True)
    case("pack_padded_sequence unsorted", pack, randn(4, 3, 2), torch.tensor([2, 4, 1]),
         enforce_sorted=False)
    case("pack_padded_sequence unsorted, batch_first", pack, randn(3, 4), torch.tensor([2, 3, 4]),
         True, False)
    case("pack_padded_sequence int32 lengths", pack, randn(2, 2, 1),
         torch.tensor([2, 1], dtype=torch.int32))
    case("pack_padded_sequence not sorted", pack, randn(4, 3, 2), torch.tensor([2, 4, 1]))
    case("pack_padded_sequence length 0", pack, randn(4, 2, 2), torch.tensor([4, 0]))
    case("pack_padded_sequence too many lengths", pack, randn(4, 2, 2), torch.tensor([4, 3, 2]))
    sequences = lambda **named: lambda *given: rnn.pack_sequence(given, **named)
    case("pack_sequence", sequences(), randn(3, 2), randn(2, 2), randn(1, 2))
    case("pack_sequence unsorted", sequences(enforce_sorted=False), randn(1), randn(3), randn(2))
    case("pack_sequence not sorted", sequences(), randn(1), randn(3))
    case("pack_sequence of none", sequences())


def packed(lengths=(2, 4, 1), sort=False, width=2):
    return rnn.pack_padded_sequence(torch.randn(max(lengths), len(lengths), width),
                                    torch.tensor(lengths), enforce_sorted=sort)


def padding(case):
    def pad(case_name, sequence, **named):
        if sequence.sorted_indices is None:
            case(case_name, lambda data, sizes: rnn.pad_packed_sequence(
                rnn.PackedSequence(data, sizes), **named), sequence.data, sequence.batch_sizes)
        else:
            case(case_name, lambda data, sizes, order: rnn.pad_packed_sequence(
                rnn.PackedSequence(data, sizes, order), **named), sequence.data,
                 sequence.batch_sizes, sequence.sorted_indices)

    pad("pad_packed_sequence", packed())
    pad("pad_packed_sequence batch_first", packed(), batch_first=True)
    pad("pad_packed_sequence value", packed(), padding_value=-1.5)
    pad("pad_packed_sequence total_length", packed(), total_length=6, batch_first=True)
    pad("pad_packed_sequence small total_length", packed(), total_length=3)
    pad("pad_packed_sequence sorted", packed((4, 2, 1), True))
    case("unpack_sequence", lambda data, sizes, order: rnn.unpack_sequence(
        rnn.PackedSequence(data, sizes, order)), *packed()[:3])
    unpad = rnn.unpad_sequence
    case("unpad_sequence", lambda x, lengths: unpad(x.clone(), lengths), randn(4, 3, 2),
         torch.tensor([2, 4, 1]))
    case("unpad_sequence batch_first", unpad, randn(3, 4), torch.tensor([0, 4, 5]), True)
    case("unpad_sequence few lengths", unpad, randn(3, 4), torch.tensor([1, 2]), True)
    case("unpad_sequence many lengths", unpad, randn(1, 4), torch.tensor([1, 2]), True)
    case("pad_sequence", lambda *given: rnn.pad_sequence(given, True, 0.5, "left"), randn(2, 2),
         randn(3, 2))


def permutations(case):
    case("invert_permutation", rnn.invert_permutation, torch.tensor([2, 0, 3, 1]))
    case("invert_permutation int32", rnn.invert_permutation,
         torch.tensor([1, 0], dtype=torch.int32))
    case("PackedSequence", rnn.PackedSequence, randn(4), torch.tensor([3, 1]),
         torch.tensor([1, 2, 0]))
    case("PackedSequence with both", rnn.PackedSequence, randn(4), torch.tensor([3, 1]),
         torch.tensor([1, 2, 0]), torch.tensor([2, 0, 1]))
    case("PackedSequence on another device", lambda: rnn.PackedSequence(
        torch.ones(4), torch.ones(2, device="meta")))
    case("PackedSequence.to", lambda data, sizes, order: rnn.PackedSequence(
        data, sizes, order).to(torch.float64), *packed()[:3])


def cases():
    case = Cases()
    packing(case)
    padding(case)
    permutations(case)
    return case.all
