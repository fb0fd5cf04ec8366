${symbol}: [${number}, '${base_name}(${type_args})${type_results}', ${may_block}, () => [${parameters}], () => [${results}]],
