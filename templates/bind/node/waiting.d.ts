    ${listed_name}Async(${type_given_rest}${type_options}): Promise<Result<[${type_results}]>>;
