{
	{
		.name = "${class}",
		${init}
		.schema = ${schema},
		.arguments = ${arguments},
		.arguments_len = ${count},
		.defaults = &${class}_defaults,
		.size = sizeof ${class}_defaults,
	},
	${more}
	.code = &ct_${struct}_code,
},
