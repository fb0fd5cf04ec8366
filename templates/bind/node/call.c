
ct_error call_${symbol}(const struct slot *a, struct slot *r)
{
	(void)a, (void)r;
	${assign}${symbol}(${call})${after_call};
}
