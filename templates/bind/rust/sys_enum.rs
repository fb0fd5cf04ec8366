
pub type ${symbol} = i32;
${c_constants}
