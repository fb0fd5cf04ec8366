
#define S ${symbol}
const uint16_t layout_${symbol}[] = { sizeof(S)${offsets}, UINT16_MAX };
#undef S
