
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
