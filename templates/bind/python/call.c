
static ct_error call_${symbol}(const struct slot *a, struct slot *r)
{
	(void)a, (void)r;
	${assign}${symbol}(${call})${after_call};
}

const struct function function_${symbol} = {
	"${listed_name}(${stub_args})${signature_returns}",
	call_${symbol},
	(const struct parameter[]){ ${parameters}{ 0 } },
	(const struct result[]){ ${results}{ 0 } },
	&(PyTypeObject *){ NULL },
};
