"${name}": ${name},
