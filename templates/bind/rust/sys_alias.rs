
pub type ${symbol} = ${c_type};
