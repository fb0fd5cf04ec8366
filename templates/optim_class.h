/**
${doc}
 *
 *     ${schema}
 *
${note}
 */
struct ct_args_${struct} {
	char first_;
	${members}
};

