
impl ${impl_type} {
${doc}
#[inline]
pub fn ${name}(${self}${rest}) -> ${result_type} {
${set_plain}
${out_results}
let r0 = leave(enter(), unsafe { sys::${symbol}(${call}) });
${give}
}
}
