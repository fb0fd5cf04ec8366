
${doc}
function methods.${self_of}.${name}(${all_args})
	${set}
	${results}
	${assign}C.${symbol}(${call})${after_call}
	${return}
end
