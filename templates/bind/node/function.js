${symbol}: [${number}, '${listed_name}(${type_args})${signature_results}', ${may_block}, () => [${parameters}], () => [${results}]],
