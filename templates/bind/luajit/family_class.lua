
${doc}
--     ${schema}
function M.${name}(${required_args}o)
	return p.new_${family}("${name}", { ${required} }, o)
end
