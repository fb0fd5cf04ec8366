{
	{
		.name = "${class}",
		${of_all}
		.schema = ${schema},
		.arguments = ${arguments},
		.arguments_len = ${count},
		.defaults = &${class}_defaults,
		.size = sizeof ${class}_defaults,
	},
	${own}
	.code = &ct_${struct}_code,
},
