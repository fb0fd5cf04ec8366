/* ${schema} */
extern const struct ct_nn_code ct_${struct}_code;
static const struct ct_args_${struct} ${class}_defaults = {
	${defaults}
	.first_ = 0,
};
