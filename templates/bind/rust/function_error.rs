${plain_function}

${function_doc}
#[inline]
pub fn ${full_name}(${args}${options}) -> Result<${type}> {
${checked_call}
}
