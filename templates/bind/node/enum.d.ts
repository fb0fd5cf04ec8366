
  type ${name} =${words};
