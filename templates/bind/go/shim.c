
void gt_${symbol}(void *frame, struct gt_temp *t)
{
	struct {
		struct gt_head head;
		${c_args}
		${c_results}
	} *f = frame;

	${assign}${symbol}(${c_call});
	${c_after}
}
