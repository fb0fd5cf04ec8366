FUNCTION(${symbol}, "${python_name}")
