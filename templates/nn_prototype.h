/**
${doc}
 *
 *     ${schema}
 *
 * Python: ${python}
 */
${defaults}
CT_API ct_error ${symbol}(${params}) CT_RETURNS_ERROR;
