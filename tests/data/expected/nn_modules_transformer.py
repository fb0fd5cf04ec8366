"""Transformers: layers, stacks of them, the whole; masks, the fast path, errors."""

import torch

from nn_modules_common import case, error, given, make, randn

PADDING = torch.tensor([[False, False, False], [False, False, True]])
NOT_ALIGNED = torch.tensor([[True, False, False], [False, False, True]])
MASK = torch.tensor([[False, True, True], [False, False, True], [False, False, False]])
CAUSAL = torch.nn.Transformer.generate_square_subsequent_mask(3)
ENCODER, DECODER = "TransformerEncoderLayer", "TransformerDecoderLayer"
SRC = randn(3, 2, 8)
FIRST = randn(2, 3, 8)
MEMORY = randn(4, 2, 8)
SMALL = {"dim_feedforward": 5}


def encoder_layers():
    def works(*args, inputs=(SRC,), **kwargs):
        return case(ENCODER, 8, *args, inputs=inputs, **({} if args[1:] else SMALL), **kwargs)
    padding, mask, causal = given(PADDING), given(MASK), given(CAUSAL)
    first = {"batch_first": True}
    fast = {"batch_first": True, "no_grad": True}
    return [
        works(2),
        works(2, dropout=0.0),
        works(2, 5, 0.3, "gelu", 1e-3, False, True, False),
        works(2, activation="gelu", norm_first=True),
        works(2, bias=False),
        works(2, inputs=[randn(3, 8)]),
        works(2, inputs=[FIRST], **first),
        works(2, inputs=[SRC, mask]),
        works(2, inputs=[SRC, causal, padding]),
        works(2, inputs=[SRC, None, padding]),
        works(2, dtype=torch.float64, inputs=[randn(3, 2, 8, dtype="float64")]),
        works(2, inputs=[FIRST], **fast),
        works(2, inputs=[FIRST], activation="gelu", norm_first=True, **fast),
        works(2, inputs=[FIRST, mask], **fast),
        works(2, inputs=[FIRST, causal, padding], **fast),
        works(2, inputs=[FIRST, None, padding], **fast),
        works(2, inputs=[FIRST, mask], norm_first=True, layer_norm_eps=1e-2, **fast),
        works(1, inputs=[FIRST], **fast),
        works(2, inputs=[FIRST], bias=False, **fast),
        works(2, inputs=[randn(3, 8)], **fast),
        works(2, no_grad=True),
        works(2, inputs=[FIRST, causal], options={"is_causal": True}, call=encoder_layer, **first),
        works(2, inputs=[FIRST, causal], options={"is_causal": True}, call=encoder_layer, **fast),
        works(2, inputs=[SRC, mask], options={"is_causal": True}, call=encoder_layer),
        works(2, inputs=[SRC], options={"is_causal": False}, call=encoder_layer),
        error(ENCODER, 8, 2, activation="tanh"),
        error(ENCODER, 8, 3),
        error(ENCODER, 8, 2, dropout=1.5),
        error(ENCODER, 8, 2, inputs=[randn(3, 2, 7)]),
        error(ENCODER, 8, 2, inputs=[SRC, given(MASK.int())]),
        error(ENCODER, 8, 2, inputs=[SRC, None, given(PADDING.int())]),
        error(ENCODER, 8, 2, inputs=[SRC], options={"is_causal": True}, call=encoder_layer),
    ]


def encoder_layer(module, src, mask=None, padding=None, **options):
    return module(src, mask, padding, **options)


def decoder_layers():
    def works(*args, inputs=(SRC, MEMORY), **kwargs):
        return case(DECODER, 8, *args, inputs=inputs, **({} if args[1:] else SMALL), **kwargs)
    own, causal, other = given(MASK), given(CAUSAL), given(torch.eye(3, 4).bool())
    padding, other_padding = given(PADDING), given(torch.eye(2, 4).bool())
    both = {"tgt_is_causal": True, "memory_is_causal": False}
    return [
        works(2),
        works(2, 5, 0.3, "gelu", 1e-3, False, True, False),
        works(4, norm_first=True, dropout=0.0),
        works(2, inputs=[randn(3, 8), randn(4, 8)]),
        works(2, batch_first=True, inputs=[FIRST, randn(2, 4, 8)]),
        works(2, batch_first=True, inputs=[FIRST, randn(2, 4, 8)], no_grad=True),
        works(2, inputs=[SRC, MEMORY, own, other, padding, other_padding]),
        works(2, inputs=[SRC, MEMORY, causal, None, None, other_padding]),
        works(2, inputs=[SRC, MEMORY, None, other, padding], norm_first=True),
        works(2, inputs=[SRC, MEMORY, causal], options=both),
        works(2, inputs=[SRC, randn(3, 2, 8), None, causal], options={"memory_is_causal": True}),
        works(2, dtype=torch.float64,
              inputs=[randn(3, 2, 8, dtype="float64"), randn(4, 2, 8, dtype="float64")]),
        error(DECODER, 8, 2, activation="None"),
        error(DECODER, 8, 2, inputs=[SRC, randn(4, 3, 8)]),
        error(DECODER, 8, 2, inputs=[SRC, MEMORY], options=both),
    ]


def encoders():
    def layer(**kwargs):
        return make(ENCODER, 8, kwargs.pop("nhead", 2), **SMALL, **kwargs)

    def works(of, *args, inputs=(SRC,), **kwargs):
        return case("TransformerEncoder", of, *args, inputs=inputs, **kwargs)
    first, fast = layer(batch_first=True), {"no_grad": True, "modes": ["eval"]}
    norm = make("LayerNorm", 8)
    padding, mask, causal = given(PADDING), given(MASK), given(CAUSAL)
    return [
        works(layer(), 1),
        works(layer(), 3),
        works(layer(norm_first=True, bias=False), 2, norm),
        works(first, 2, norm, inputs=[FIRST]),
        works(layer(), 2, inputs=[SRC, mask]),
        works(layer(), 2, inputs=[SRC, causal]),
        works(layer(), 2, inputs=[SRC, causal, padding]),
        works(first, 2, inputs=[FIRST, causal]),
        works(layer(), 2, enable_nested_tensor=False, inputs=[randn(3, 8), mask]),
        works(first, 2, inputs=[FIRST], **fast),
        works(first, 2, inputs=[FIRST, None, padding], **fast),
        works(first, 2, norm, inputs=[FIRST, None, padding], **fast),
        works(first, 2, inputs=[FIRST, None, given(NOT_ALIGNED)], **fast),
        works(first, 2, None, False, inputs=[FIRST, None, padding], **fast),
        works(first, 2, mask_check=False, inputs=[FIRST, None, padding], **fast),
        works(first, 2, inputs=[FIRST, mask, padding], **fast),
        works(first, 2, inputs=[FIRST, causal], **fast),
        works(layer(batch_first=True, activation="gelu"), 2, inputs=[FIRST, None, padding], **fast),
        works(layer(batch_first=True, norm_first=True), 2, inputs=[FIRST, None, padding], **fast),
        works(layer(batch_first=True, nhead=1), 2, inputs=[FIRST, None, padding], **fast),
        works(layer(batch_first=True, bias=False), 2, inputs=[FIRST, None, padding], **fast),
        works(first, 2, inputs=[FIRST, None, padding], no_grad=True),
        works(first, 2, inputs=[FIRST, None, padding]),
        works(first, 2, inputs=[FIRST, causal], options={"is_causal": True}),
        works(first, 2, inputs=[FIRST, causal], options={"is_causal": False}),
        works(first, 2, inputs=[FIRST, mask], options={"is_causal": None}),
        error("TransformerEncoder", layer(), 0, inputs=[SRC]),
        error("TransformerEncoder", layer(), 1, inputs=[SRC, given(MASK.int())]),
        error("TransformerEncoder", layer(), 1, inputs=[SRC, None, given(PADDING.int())]),
        error("TransformerEncoder", layer(), 1, inputs=[SRC, given(CAUSAL[:2, :2])]),
        error("TransformerEncoder", layer(), 1, inputs=[SRC], options={"is_causal": True}),
    ]


def decoders():
    def works(of, *args, inputs=(SRC, MEMORY), **kwargs):
        return case("TransformerDecoder", of, *args, inputs=inputs, **kwargs)
    layer = make(DECODER, 8, 2, **SMALL)
    first = make(DECODER, 8, 2, batch_first=True, norm_first=True, **SMALL)
    norm = make("LayerNorm", 8)
    own, causal, other = given(MASK), given(CAUSAL), given(torch.eye(3, 4).bool())
    padding, other_padding = given(PADDING), given(torch.eye(2, 4).bool())
    return [
        works(layer, 1),
        works(layer, 2, norm),
        works(first, 2, norm, inputs=[FIRST, randn(2, 4, 8), causal]),
        works(layer, 2, inputs=[SRC, MEMORY, own, other, padding, other_padding]),
        works(layer, 2, inputs=[SRC, MEMORY, causal]),
        works(layer, 2, inputs=[SRC, MEMORY, causal], no_grad=True),
        works(layer, 2, inputs=[SRC, MEMORY, causal], options={"tgt_is_causal": True}),
        works(layer, 2, inputs=[SRC, MEMORY, causal], options={"tgt_is_causal": False}),
        error("TransformerDecoder", layer, 0, inputs=[SRC, MEMORY]),
        error("TransformerDecoder", layer, 1, inputs=[SRC, MEMORY], options={"tgt_is_causal": True}),
    ]


def transformers():
    few = {"num_encoder_layers": 2, "num_decoder_layers": 1, **SMALL}

    def works(*args, inputs=(MEMORY, SRC), **kwargs):
        return case("Transformer", *args, inputs=inputs, **kwargs)
    whole = [MEMORY, SRC, given(torch.eye(4).bool()), given(CAUSAL),
             given(torch.eye(3, 4).bool()), given(torch.eye(2, 4).bool()), given(PADDING),
             given(torch.eye(2, 4).bool())]
    encoder = make("TransformerEncoder", make(ENCODER, 8, 4, **SMALL), 1)
    decoder = make("TransformerDecoder", make(DECODER, 8, 4, **SMALL), 1)
    causal = {"src_is_causal": None, "tgt_is_causal": True, "memory_is_causal": False}

    def call(module, src, tgt, *masks, **options):
        return module(src, tgt, *masks, **options)
    return [
        works(8, 2, **few),
        works(8, 2, 1, 1, 5, 0.2, "gelu", None, None, 1e-3, True, True, False,
              inputs=[randn(2, 4, 8), FIRST]),
        works(8, 2, **few, inputs=whole),
        works(8, 2, **few, inputs=whole[:4]),
        works(8, 2, **few, inputs=whole[:4], options=causal, call=call),
        works(8, 2, **few, inputs=[randn(4, 8), randn(3, 8)]),
        works(8, 2, **few, batch_first=True, no_grad=True, modes=["eval"],
              inputs=[randn(2, 4, 8), FIRST, *whole[2:]]),
        works(8, 2, **few, batch_first=True, no_grad=True, modes=["eval"],
              inputs=[FIRST, FIRST, None, None, None, given(PADDING)]),
        works(8, custom_encoder=encoder, **few),
        works(8, 2, custom_decoder=decoder, num_encoder_layers=1, **SMALL),
        error("Transformer", 8, 2, **few, inputs=[MEMORY, randn(3, 1, 8)]),
        error("Transformer", 8, 2, **few, batch_first=True, inputs=[MEMORY, SRC]),
        error("Transformer", 8, 2, **few, inputs=[MEMORY, randn(3, 2, 7)]),
        error("Transformer", 8, 3, **few),
    ]


def cases():
    return [*encoder_layers(), *decoder_layers(), *encoders(), *decoders(), *transformers()]
