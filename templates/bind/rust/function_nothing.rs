
${doc}
#[inline]
pub fn ${name}(${args})${nothing_type} {
${set_plain}
${results}
leave(enter(), unsafe { sys::${symbol}(${call}) });
${give_nothing}
}
