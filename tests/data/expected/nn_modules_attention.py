"""MultiheadAttention: projections, masks, weights, the fast path, errors."""

import math

import torch

from nn_modules_common import case, error, given, randn, same

NAME = "MultiheadAttention"
PADDING = torch.tensor([[False, False, True], [False, False, False]])
MASK = torch.tensor([[False, True, True], [False, False, True], [False, False, False]])
CAUSAL = torch.nn.Transformer.generate_square_subsequent_mask(3)
ADDED = torch.arange(9).reshape(3, 3) / 4
SELF = [randn(3, 2, 8), same(0), same(0)]               # (length, batch, width)
SELF_FIRST = [randn(2, 3, 8), same(0), same(0)]         # (batch, length, width)
CROSS = [randn(4, 2, 8), randn(3, 2, 8), same(1)]


def call(module, query, key, value, key_padding_mask=None, attn_mask=None, **options):
    return module(query, key, value, key_padding_mask, attn_mask=attn_mask, **options)


def ways():
    """Inputs with and without gradients: the second takes the fast path in eval mode."""
    return [{}, {"no_grad": True}]


def works(*args, **kwargs):
    return case(NAME, *args, call=call, **kwargs)


def fails(*args, **kwargs):
    return error(NAME, *args, call=call, **kwargs)


def masked(inputs, **kwargs):
    """Every kind of mask, by the general call."""
    padding, added = given(PADDING), given(PADDING.float().masked_fill(PADDING, -math.inf))
    masks = [[padding], [added], [None, given(MASK)], [None, given(CAUSAL)], [None, given(ADDED)],
             [padding, given(MASK)], [padding, given(ADDED)], [added, given(ADDED)]]
    return [works(8, 2, inputs=[*inputs, *mask], **kwargs) for mask in masks]


def cases():
    cross_first = [randn(2, 4, 8), randn(2, 3, 8), same(1)]
    each_head = given(torch.stack([MASK, MASK.T, MASK, MASK.T]))
    return [
        works(8, 2, inputs=SELF),
        works(8, 2, bias=False, inputs=SELF),
        works(8, 4, add_bias_kv=True, inputs=SELF),
        works(8, 2, add_zero_attn=True, inputs=SELF),
        works(8, 2, 0.0, True, True, True, inputs=[*CROSS, given(PADDING)]),
        works(8, 2, dropout=0.4, inputs=SELF),
        works(8, 2, kdim=5, vdim=6, inputs=[randn(4, 2, 8), randn(3, 2, 5), randn(3, 2, 6)]),
        works(8, 2, vdim=6, bias=False, batch_first=True,
              inputs=[randn(2, 4, 8), randn(2, 3, 8), randn(2, 3, 6)]),
        works(8, 2, inputs=CROSS),
        works(8, 2, inputs=[randn(4, 2, 8), randn(3, 2, 8), randn(3, 2, 8)]),
        works(8, 2, batch_first=True, inputs=cross_first),
        works(8, 2, batch_first=True, inputs=[randn(2, 4, 8), randn(2, 3, 8), randn(2, 3, 8)]),
        works(8, 2, inputs=[randn(3, 8), same(0), same(0)]),
        works(8, 2, batch_first=True, inputs=[randn(4, 8), randn(3, 8), same(1)]),
        works(8, 2, inputs=[randn(3, 8), same(0), same(0), given(PADDING[0]), given(MASK)]),
        works(8, 2, dtype=torch.float64, inputs=[randn(3, 2, 8, dtype="float64"), same(0), same(0)]),
        works(8, 2, inputs=[*SELF, None, each_head]),
        *masked(SELF),
        *[works(8, 2, batch_first=True, inputs=SELF_FIRST, **way) for way in ways()],
        *masked(SELF_FIRST, batch_first=True, no_grad=True),
        works(8, 2, batch_first=True, inputs=[*SELF_FIRST, None, each_head], no_grad=True),
        works(6, 3, batch_first=True, inputs=[randn(2, 3, 6), same(0), same(0)], no_grad=True),
        works(8, 2, batch_first=True, bias=False, inputs=SELF_FIRST, no_grad=True),
        works(8, 2, batch_first=True, add_zero_attn=True, inputs=SELF_FIRST, no_grad=True),
        works(8, 2, batch_first=True, inputs=cross_first, no_grad=True),
        *[works(8, 2, batch_first=True, inputs=SELF_FIRST, options=options, **way)
          for way in ways()
          for options in [{"need_weights": False}, {"average_attn_weights": False}]],
        works(8, 2, dropout=0.3, inputs=SELF, options={"need_weights": False}),
        works(8, 2, inputs=[*SELF, given(PADDING), given(MASK)], options={"need_weights": False}),
        works(8, 2, inputs=[*CROSS, given(PADDING)], options={"average_attn_weights": False}),
        *[works(8, 2, batch_first=True, inputs=[*SELF_FIRST, padding, given(mask)],
                options={"need_weights": weights, "is_causal": True}, **way)
          for way in ways() for mask in [CAUSAL, MASK] for weights in [True, False]
          for padding in [None, given(PADDING)]],
        fails(0, 2),
        fails(8, 0),
        fails(8, 3),
        fails(8),
        fails(8, 2, inputs=[randn(8), same(0), same(0)]),
        fails(8, 2, inputs=[randn(3, 2, 8), randn(3, 8), same(1)]),
        fails(8, 2, inputs=[randn(3, 2, 7), same(0), same(0)]),
        fails(8, 2, inputs=[randn(3, 2, 8), randn(3, 2, 8), randn(4, 2, 8)]),
        fails(8, 2, inputs=[*SELF, given(torch.tensor([[1, 0, 0], [0, 0, 0]]))]),
        fails(8, 2, inputs=[*SELF, None, given(MASK.int())]),
        fails(8, 2, inputs=[*SELF, given(PADDING[0])]),
        fails(8, 2, inputs=[*SELF, given(PADDING[:1])]),
        fails(8, 2, inputs=[*SELF, None, given(MASK[:2])]),
        fails(8, 2, inputs=[*SELF, None, given(MASK[None])]),
        fails(8, 2, inputs=[*SELF, None, given(MASK[None, None])]),
        fails(8, 2, inputs=[randn(3, 8), same(0), same(0), given(PADDING)]),
        fails(8, 2, inputs=[randn(3, 8), same(0), same(0), None, given(MASK[None])]),
        fails(8, 2, inputs=SELF, options={"is_causal": True}),
        fails(8, 2, kdim=5, vdim=6, inputs=[randn(4, 2, 8), randn(3, 2, 4), randn(3, 2, 6)]),
        fails(8, 2, kdim=5, vdim=6, inputs=[randn(4, 2, 8), randn(3, 2, 5), randn(2, 2, 6)]),
    ]
