${plain_method}

${function_doc}
#[inline]
pub fn ${full_name}(${self}${rest}${method_options}) -> Result<${type}> {
${take}
${set}
${results}
check(enter(), unsafe { sys::${symbol}(${call}) })?;
${after}
Ok(${give})
}
