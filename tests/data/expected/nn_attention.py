"""torch.nn.functional.multi_head_attention_forward()."""

import math

import torch
import torch.nn.functional as F

from nn_common import Cases, Drawn, randn

L, S, N, E, H = 3, 4, 2, 4, 2  # target and source length, batch, embedding, heads

NAMES = ("query", "key", "value", "embed_dim_to_check", "num_heads", "in_proj_weight",
         "in_proj_bias", "bias_k", "bias_v", "add_zero_attn", "dropout_p", "out_proj_weight",
         "out_proj_bias")


def attend(case, name, query=None, key=None, value=None, embed_dim=E, heads=H, *, grad=True,
           weight="packed", bias=True, out_bias=True, **named):
    """One call: only what is a tensor is an input, in Python's order of arguments; then the named
    tensors. The same tensor given twice is one input."""
    given = {"query": randn(L, N, E) if query is None else query,
             "embed_dim_to_check": embed_dim, "num_heads": heads}
    given["key"] = randn(S, N, E) if key is None else given["query"] if key is True else key
    given["value"] = (randn(S, N, E) if value is None else given["key"] if value is True
                      else value)
    given["in_proj_weight"] = randn(3 * E, E) if weight == "packed" else weight
    given["in_proj_bias"] = randn(3 * E) if bias is True else bias
    given["out_proj_weight"] = randn(E, E)
    given["out_proj_bias"] = randn(E) if out_bias else None
    for option, usual in (("bias_k", None), ("bias_v", None), ("add_zero_attn", False),
                          ("dropout_p", 0.0)):
        given[option] = named.pop(option, usual)
    arguments = {key: given[key] for key in NAMES} | named
    tensors = []
    for tensor in arguments.values():
        if isinstance(tensor, (torch.Tensor, Drawn)) and not any(tensor is other for other in tensors):
            tensors.append(tensor)

    def call(*inputs):
        place = {id(tensor): new for tensor, new in zip(tensors, inputs)}
        return F.multi_head_attention_forward(
            **{key: place.get(id(one), one) if isinstance(one, (torch.Tensor, Drawn)) else one
               for key, one in arguments.items()})

    case(name, call, *tensors, grad=grad)


def causal(n, m=None):
    return torch.full((n, m or n), -math.inf).triu(1)


def padding(*lengths):
    return torch.arange(S).expand(len(lengths), S) >= torch.tensor(lengths)[:, None]


def results(case):
    attend(case, "three inputs")
    attend(case, "self-attention", key=True, value=True)
    attend(case, "encoder and decoder", value=True)
    attend(case, "without biases", bias=None, out_bias=False)
    attend(case, "self-attention without biases", key=True, value=True, bias=None)
    attend(case, "encoder and decoder without biases", value=True, bias=None)
    attend(case, "without weights", need_weights=False)
    attend(case, "each head's weights", average_attn_weights=False)
    attend(case, "unbatched", query=randn(L, E), key=randn(S, E), value=randn(S, E))
    attend(case, "unbatched self-attention", query=randn(L, E), key=True, value=True,
           average_attn_weights=False)
    attend(case, "unbatched without weights", query=randn(L, E), key=randn(S, E),
           value=randn(S, E), need_weights=False, key_padding_mask=padding(3)[0])


def masks(case):
    for weights in (True, False):
        end = "" if weights else ", without weights"
        named = {"need_weights": weights}
        attend(case, "bool mask" + end, attn_mask=causal(L, S) < 0, **named)
        attend(case, "float mask" + end, attn_mask=randn(L, S), **named)
        attend(case, "mask for each head" + end, attn_mask=randn(N * H, L, S), **named)
        attend(case, "mask of one head" + end, query=randn(L, 1, E), key=randn(S, 1, E),
               value=randn(S, 1, E), heads=1, attn_mask=randn(1, L, S), **named)
        attend(case, "padding" + end, key_padding_mask=padding(2, 4), **named)
        attend(case, "float padding" + end, key_padding_mask=randn(N, S), **named)
        attend(case, "padding and mask" + end, key_padding_mask=padding(2, 4),
               attn_mask=causal(L, S) < 0, **named)
        attend(case, "different masks" + end, key_padding_mask=padding(2, 4),
               attn_mask=causal(L, S), **named)
        attend(case, "causal" + end, key=True, value=True, attn_mask=causal(L), is_causal=True,
               **named)
        attend(case, "causal padding" + end, key=randn(L, N, E), value=randn(L, N, E),
               attn_mask=causal(L), is_causal=True,
               key_padding_mask=padding(2, 4)[:, :L].clone(), **named)
    attend(case, "unbatched mask for each head", query=randn(L, E), key=randn(S, E),
           value=randn(S, E), attn_mask=randn(H, L, S))


def more_keys(case):
    bias = {"bias_k": randn(1, 1, E), "bias_v": randn(1, 1, E)}
    attend(case, "bias_k and bias_v", **bias)
    attend(case, "bias_k and bias_v, masks", **bias, attn_mask=randn(L, S),
           key_padding_mask=padding(2, 4))
    attend(case, "zero key", add_zero_attn=True)
    attend(case, "zero key, masks", add_zero_attn=True, attn_mask=randn(L, S),
           key_padding_mask=padding(2, 4))
    attend(case, "bias and zero key", **bias, add_zero_attn=True, need_weights=False)
    static = {"static_k": randn(N * H, 5, E // H), "static_v": randn(N * H, 5, E // H)}
    attend(case, "static", **static)
    attend(case, "static_v", static_v=randn(N * H, S, E // H))
    attend(case, "dropout", dropout_p=0.4)
    attend(case, "dropout without weights", dropout_p=0.4, need_weights=False)
    attend(case, "dropout, not training", dropout_p=0.4, training=False)


def separate(width_k=3, width_v=5, **named):
    return {"key": randn(S, N, width_k), "value": randn(S, N, width_v), "weight": None,
            "use_separate_proj_weight": True, "q_proj_weight": randn(E, E),
            "k_proj_weight": randn(E, width_k), "v_proj_weight": randn(E, width_v)} | named


def separate_weights(case):
    attend(case, "separate weights", **separate())
    attend(case, "separate weights without bias", **separate(bias=None))
    attend(case, "separate weights without weights", **separate(need_weights=False))
    attend(case, "wrong q_proj_weight", **separate(q_proj_weight=randn(E, 3)))
    attend(case, "wrong k_proj_weight", **separate(k_proj_weight=randn(E, 4)))
    attend(case, "wrong v_proj_weight", **separate(v_proj_weight=randn(5, E)))
    attend(case, "wrong q bias", **separate(bias=randn(9)))
    attend(case, "wrong v bias", **separate(bias=randn(11)))
    attend(case, "short bias", **separate(bias=randn(2)))
    attend(case, "no q_proj_weight", **separate(q_proj_weight=None))
    attend(case, "no k_proj_weight", **separate(k_proj_weight=None))
    attend(case, "no v_proj_weight", **separate(v_proj_weight=None))
    attend(case, "separate batch", **separate(value=randn(S, 3, 5)))


def mistakes(case):
    attend(case, "query 4D", query=randn(1, L, N, E))
    attend(case, "key 2D", key=randn(S, E))
    attend(case, "unbatched value 3D", query=randn(L, E), key=randn(S, E))
    attend(case, "padding 1D", key_padding_mask=padding(2)[0])
    attend(case, "unbatched padding 2D", query=randn(L, E), key=randn(S, E), value=randn(S, E),
           key_padding_mask=padding(2))
    attend(case, "mask 1D", attn_mask=randn(S))
    attend(case, "unbatched mask 1D", query=randn(L, E), key=randn(S, E), value=randn(S, E),
           attn_mask=randn(S))
    attend(case, "unbatched mask", query=randn(L, E), key=randn(S, E), value=randn(S, E),
           attn_mask=randn(H, S, L))
    attend(case, "long padding", key_padding_mask=padding(2, 4).long())
    attend(case, "long mask", attn_mask=torch.ones(L, S).long())
    attend(case, "causal without mask", is_causal=True)
    attend(case, "embed_dim", embed_dim=5)
    attend(case, "heads", heads=3)
    attend(case, "key and value", value=randn(S, N, 3))
    attend(case, "no weight", weight=None)
    attend(case, "short in_proj_weight", weight=randn(2, E))
    attend(case, "mask 2D size", attn_mask=randn(S, L))
    attend(case, "mask 3D size", attn_mask=randn(H, L, S))
    attend(case, "bias_k alone", bias_k=randn(1, 1, E))
    attend(case, "bias_v alone", bias_v=randn(1, 1, E))
    both = {"bias_k": randn(1, 1, E), "bias_v": randn(1, 1, E)}
    attend(case, "bias and static_k", **both, static_k=randn(N * H, S, 2))
    attend(case, "bias and static_v", **both, static_v=randn(N * H, S, 2))
    attend(case, "static_k heads", static_k=randn(3, S, 2))
    attend(case, "static_k width", static_k=randn(N * H, S, 3))
    attend(case, "static_v heads", static_v=randn(3, S, 2))
    attend(case, "static_v width", static_v=randn(N * H, S, 3))
    attend(case, "padding batch", key_padding_mask=padding(2, 3, 4))
    attend(case, "padding length", key_padding_mask=padding(2, 4)[:, :3].clone())
    attend(case, "large dropout", dropout_p=1.5)
    attend(case, "large dropout without weights", dropout_p=1.5, need_weights=False)


def cases():
    case = Cases()
    results(case)
    masks(case)
    more_keys(case)
    separate_weights(case)
    mistakes(case)
    return case.all
