	${symbol} = { ${members} },
