${name}: {
${constants}
},
