/* ${schema} */
extern const struct ct_${family}_code ct_${struct}_code;
static const struct ct_args_${struct}_ ${class}_defaults = {
	${defaults}
	.first_ = 0,
};
static const struct ct_argument ${class}_arguments[] = {
	${arguments}
};
