
pub type ${symbol} = Option<unsafe extern "C" fn(${c_declared})${returns}>;
