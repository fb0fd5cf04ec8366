
impl ${impl_type} {
${doc}
#[inline]
pub fn ${name}(${self}${rest})${nothing_type} {
${set_plain}
${results}
leave(enter(), unsafe { sys::${symbol}(${call}) });
${give_nothing}
}
}
