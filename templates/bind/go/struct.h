
struct gt_${symbol} {
	${c_members}
};

static inline ${symbol} *gt_${symbol}(struct gt_temp *t, const struct gt_${symbol} *from)
{
	${symbol} *to = from ? gt_zeros(t, sizeof *to) : NULL;

	if (!to)
		return NULL;
	${convert}
	return to;
}

static inline ${symbol} *gt_${symbol}_list(struct gt_temp *t, const struct gt_list *list)
{
	const struct gt_${symbol} *from = list->at;
	${symbol} *to = gt_zeros(t, sizeof *to * (size_t)(list->len + 1));

	for (int64_t i = 0; i < list->len; i++)
		to[i] = *gt_${symbol}(t, &from[i]);
	return to;
}
