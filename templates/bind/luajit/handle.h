typedef struct ${symbol} ${symbol};
