
impl ${impl_type} {
${doc}
#[inline]
pub fn ${name}(${self}${rest}) -> Result<${type}> {
${checked_call}
}
}
