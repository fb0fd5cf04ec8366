
${doc}
pub struct ${name}(NonNull<sys::${symbol}>);
handle!(${name}, ${symbol}, ${symbol}_free);
