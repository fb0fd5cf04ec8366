${symbol}: () => [${fields}],
