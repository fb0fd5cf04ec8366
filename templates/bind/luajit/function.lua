
${doc}
function M.${name}(${args}${options})
	${known_options}
	${take_options}
	${set}
	${results}
	${assign}C.${symbol}(${call})${after_call}
	${return}
end
