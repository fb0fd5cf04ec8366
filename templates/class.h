/**
${doc}
 *
 *     ${schema}
${notes}
 */
struct ct_args_${struct}_ {
	char first_;
	${members}
};

