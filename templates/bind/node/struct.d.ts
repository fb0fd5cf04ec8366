
  interface ${name} {
    ${type_fields}
  }
