{ "${name}", call_${name} },
