{ "${name}", function() return M.${name}(${empty}) end },
