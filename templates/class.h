/**
${doc}
 *
 *     ${schema}
${notes}
 */
struct ct_args_${struct} {
	char first_;
	${members}
};

