auto ${list} = ct::list_to(${result}, ${length}, "${result}");
