    ${listed_name}(${type_positional}): Result<[${type_results}]>;
