{"${name}", ${name}},
