${plain_method}

${function_doc}
#[inline]
pub fn ${full_name}(${self}${rest}${method_options}) -> Result<${type}> {
${checked_call}
}
