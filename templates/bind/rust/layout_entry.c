LAYOUT(${symbol}, ${size}, ${alignment});
