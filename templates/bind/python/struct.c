
#define S ${symbol}
const struct structure structure_${symbol} = {
	"${symbol}", sizeof(S),
	(const struct field[]){ ${fields}{ { 0 }, 0, 0 } },
};
#undef S
