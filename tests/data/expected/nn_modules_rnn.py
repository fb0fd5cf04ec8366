"""RNN, LSTM, GRU and their cells: weights, outputs, gradients, errors."""

import torch

from nn_modules_common import case, error, given, randn

SIZES = torch.tensor([3, 2, 2, 1])      # of the steps of a packed sequence with 8 elements
SORTED = torch.tensor([2, 0, 1])
UNSORTED = torch.tensor([1, 2, 0])


def packed(module, data, *rest, **_):
    """As the general call takes it: states, batch_sizes, sorted_indices, unsorted_indices."""
    states, indices = rest[:-3], rest[-3:]
    if isinstance(module, torch.nn.LSTM):
        states = None if states[0] is None else tuple(states)
    else:
        states = states[0]
    sequence = torch.nn.utils.rnn.PackedSequence(data, *indices)
    output, hidden = module(sequence, states)
    return output.data, hidden


def lstm(module, *inputs, **_):
    x, h, c = (*inputs, None, None)[:3]
    return module(x, None if h is None else (h, c))


def each(name, states, width=6):
    """What the three classes have in common. A state is (layers, batch, width)."""
    call = lstm if name == "LSTM" else None

    def state(*shape):
        return [randn(*shape)] * states
    none = [None] * states
    typed = {"typed": True}
    plain = call or (lambda module, *inputs, **_: module(*inputs))
    unordered = [given(SIZES), None, None]
    ordered = [given(SIZES), given(SORTED), given(UNSORTED)]
    return [
        case(name, 4, 6, inputs=[randn(5, 3, 4)]),
        case(name, 4, 6, inputs=[randn(5, 3, 4), *state(1, 3, width)], call=call),
        case(name, 4, 6, 2, bias=False, inputs=[randn(5, 3, 4)]),
        case(name, 4, 6, 3, batch_first=True, inputs=[randn(3, 5, 4), *state(3, 3, width)],
             call=call),
        case(name, 4, 6, bidirectional=True, inputs=[randn(5, 3, 4), *state(2, 3, width)],
             call=call),
        case(name, 4, 6, num_layers=2, bidirectional=True, batch_first=True, bias=False,
             inputs=[randn(3, 5, 4)]),
        case(name, 4, 6, num_layers=2, dropout=0.4, inputs=[randn(5, 3, 4)]),
        case(name, 4, 6, num_layers=3, dropout=1, bidirectional=True, inputs=[randn(5, 3, 4)]),
        case(name, 4, 6, dropout=0.5, inputs=[randn(5, 3, 4)]),
        case(name, 4, 6, inputs=[randn(5, 4)]),
        case(name, 4, 6, 2, inputs=[randn(5, 4), *state(2, width)], call=call),
        case(name, 4, 6, batch_first=True, bidirectional=True,
             inputs=[randn(5, 4), *state(2, width)], call=call),
        case(name, 4, 6, dtype=torch.float64, inputs=[randn(5, 3, 4, dtype="float64")]),
        case(name, 4, 6, inputs=[randn(8, 4), *none, *unordered], call=packed),
        case(name, 4, 6, inputs=[randn(8, 4), *none, *ordered], call=packed),
        case(name, 4, 6, 2, bidirectional=True, batch_first=True,
             inputs=[randn(8, 4), *state(4, 3, width), *ordered], call=packed),
        case(name, 4, 6, 2, bias=False, dropout=0.3,
             inputs=[randn(8, 4), *state(2, 3, width), *unordered], call=packed),
        case(name, 4, 6, inputs=[randn(5, 3, 4)], call=plain, options=typed),
        case(name, 4, 6, inputs=[randn(5, 3, 4), *state(1, 3, width)], call=plain, options=typed),
        case(name, 4, 6, bidirectional=True, inputs=[randn(8, 4), *state(2, 3, width), *ordered],
             call=packed, options={"packed": True}),
        case(name, 4, 6, inputs=[randn(8, 4), *none, *unordered], call=packed,
             options={"packed": True}),
        error(name, 4, 6, inputs=[randn(4)]),
        error(name, 4, 6, inputs=[randn(1, 2, 3, 4)]),
        error(name, 4, 6, inputs=[randn(5, 3, 5)]),
        error(name, 4, 6, inputs=[randn(5, 3, 4, dtype="float64")]),
        error(name, 4, 6, inputs=[randn(5, 3, 4), *state(1, width)], call=call),
        error(name, 4, 6, inputs=[randn(5, 4), *state(1, 1, width)], call=call),
        error(name, 4, 6, inputs=[randn(5, 3, 4), *state(1, 3, width + 1)], call=call),
        error(name, 4, 6, inputs=[randn(5, 3, 4), *state(2, 3, width)], call=call),
        error(name, 4, 6, batch_first=True, inputs=[randn(5, 3, 4), *state(1, 3, width)],
              call=call),
        error(name, 4, 6, inputs=[randn(8, 5), *none, *unordered], call=packed),
        error(name, 4, 6, inputs=[randn(8, 4), *state(1, 4, width), *unordered], call=packed),
        error(name, 0, 6),
        error(name, 4, -1),
        error(name, 4, 6, 0),
        error(name, 4, 6, dropout=1.5),
        error(name, 4, 6, dropout=-0.5),
    ]


def cells(name, states):
    call = (lambda module, x, h=None, c=None: module(x, None if h is None else (h, c))) \
        if name == "LSTMCell" else None

    def state(*shape):
        return [randn(*shape)] * states
    return [
        case(name, 4, 6, inputs=[randn(3, 4)]),
        case(name, 4, 6, inputs=[randn(3, 4), *state(3, 6)], call=call),
        case(name, 4, 6, bias=False, inputs=[randn(3, 4), *state(3, 6)], call=call),
        case(name, 4, 6, inputs=[randn(4)]),
        case(name, 4, 6, inputs=[randn(4), *state(6)], call=call),
        case(name, 4, 6, dtype=torch.float64, inputs=[randn(3, 4, dtype="float64")]),
        case(name, 4, 0, inputs=[randn(3, 4)]),
        error(name, 4, 6, inputs=[randn(2, 3, 4)]),
        error(name, 4, 6, inputs=[randn(3, 4), *state(1, 3, 6)], call=call),
        error(name, 4, 6, inputs=[randn(3, 5)]),
        error(name, 4, 6, inputs=[randn(3, 4), *state(2, 6)], call=call),
        error(name, 4),
    ]


def cases():
    return [
        *each("RNN", 1),
        case("RNN", 4, 6, 2, "relu", False, True, 0.0, True, inputs=[randn(3, 5, 4)]),
        case("RNN", 4, 6, nonlinearity="relu", inputs=[randn(8, 4), None, given(SIZES), None, None],
             call=packed),
        case("RNN", 4, 6, nonlinearity="tanh", inputs=[randn(5, 3, 4)]),
        error("RNN", 4, 6, nonlinearity="sin"),
        *each("LSTM", 2),
        case("LSTM", 4, 6, 2, proj_size=3, inputs=[randn(5, 3, 4)]),
        case("LSTM", 4, 6, 2, proj_size=3, bidirectional=True, bias=False,
             inputs=[randn(5, 3, 4), randn(4, 3, 3), randn(4, 3, 6)], call=lstm),
        case("LSTM", 4, 6, proj_size=5, batch_first=True, inputs=[randn(5, 4)]),
        case("LSTM", 4, 6, 2, proj_size=2,
             inputs=[randn(8, 4), None, None, given(SIZES), given(SORTED), given(UNSORTED)],
             call=packed),
        error("LSTM", 4, 6, proj_size=6),
        error("LSTM", 4, 6, proj_size=-1),
        error("LSTM", 4, 6, 2, inputs=[randn(5, 3, 4), randn(2, 3, 6), randn(2, 3, 5)], call=lstm),
        error("LSTM", 4, 6, 2, inputs=[randn(5, 3, 4), randn(2, 3, 6), randn(2, 6)], call=lstm),
        *each("GRU", 1),
        case("RNNBase", "LSTM", 4, 6, 2, proj_size=3),
        case("RNNBase", "RNN_RELU", 4, 6, bidirectional=True, dropout=0.5),
        error("RNNBase", "CNN", 4, 6),
        *cells("RNNCell", 1),
        case("RNNCell", 4, 6, nonlinearity="relu", inputs=[randn(3, 4), randn(3, 6)]),
        case("RNNCell", 4, 6, False, "relu", inputs=[randn(4)]),
        error("RNNCell", 4, 6, nonlinearity="sin", inputs=[randn(3, 4)]),
        *cells("LSTMCell", 2),
        case("LSTMCell", 4, 6, inputs=[randn(3, 4)], call=lstm, options={"typed": True}),
        case("LSTMCell", 4, 6, inputs=[randn(4), randn(6), randn(6)], call=lstm,
             options={"typed": True}),
        *cells("GRUCell", 1),
        case("RNNCellBase", 4, 6, True, 2),
        case("RNNCellBase", 4, 6, False, 2),
    ]
