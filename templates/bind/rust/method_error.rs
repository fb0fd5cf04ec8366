
impl ${impl_type} {
${doc}
#[inline]
pub fn ${name}(${self}${rest}) -> Result<${type}> {
${set}
${results}
check(enter(), unsafe { sys::${symbol}(${call}) })?;
${after}
Ok(${give})
}
}
