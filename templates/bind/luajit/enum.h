typedef int32_t ${symbol};
${constants}
