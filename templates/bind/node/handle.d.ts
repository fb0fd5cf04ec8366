
  interface ${name} extends Handle {}
  interface Classes { ${name}: Class<${name}>; }
