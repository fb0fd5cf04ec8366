/// [`${name}`] with options.
