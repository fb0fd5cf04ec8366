${plain_function}

${function_doc}
#[inline]
pub fn ${full_name}(${args}${options}) -> Result<${type}> {
${take}
${set}
${results}
check(enter(), unsafe { sys::${symbol}(${call}) })?;
${after}
Ok(${give})
}
