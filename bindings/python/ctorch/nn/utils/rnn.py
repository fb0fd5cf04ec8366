"""Sequences of different lengths: Python's torch.nn.utils.rnn."""

from collections import namedtuple

from ... import _C

pad_sequence = _C.pad_sequence


class PackedSequence(namedtuple("PackedSequence", (
        "data", "batch_sizes", "sorted_indices", "unsorted_indices"))):
    """The first elements of all sequences, then the second ones, and so on."""

    __slots__ = ()

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        made = _C.packed_sequence_new(data, batch_sizes, sorted_indices, unsorted_indices)
        return super().__new__(cls, **made)

    def to(self, *args, **kwargs):
        """Converts the data; the indices are on its device."""
        data = self.data.to(*args, **kwargs)
        indices = [i if i is None else i.to(data.device) for i in self[2:]]
        return PackedSequence(data, self.batch_sizes, *indices)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs a batch of padded sequences."""
    return PackedSequence(**_C.nn_utils_rnn_pack_padded_sequence(
        input, _C.as_tensor(lengths, dtype=_C.int64), batch_first=batch_first,
        no_enforce_sorted=not enforce_sorted))


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded sequences, in their original order, and their lengths."""
    return tuple(_C.nn_utils_rnn_pad_packed_sequence(
        sequence._asdict(), batch_first=batch_first, padding_value=padding_value,
        total_length=total_length or 0))


def pack_sequence(sequences, enforce_sorted=True):
    """Packs a list of sequences."""
    return PackedSequence(**_C.nn_utils_rnn_pack_sequence(
        list(sequences), no_enforce_sorted=not enforce_sorted))


def unpack_sequence(packed_sequences):
    """The sequences of a packed one."""
    return list(_C.nn_utils_rnn_unpack_sequence(packed_sequences._asdict()))
