
${doc}
--     ${schema}
function M.${name}(${required_args}o)
	return p.new_module("${name}", { ${required} }, o)
end
