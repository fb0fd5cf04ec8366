
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ${symbol} {
${c_fields}
}
layout!(${symbol}, ${size}, ${alignment});
