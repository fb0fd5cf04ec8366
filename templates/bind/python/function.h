FUNCTION(${symbol}, "${name}")
