
  interface ${self_type} {
    /**
    ${doc}
     */
    ${listed_name}(${type_given_rest}${type_options}): Result<[${type_results}]>;
${by_position}${waiting}  }
