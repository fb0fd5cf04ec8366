FUNCTION(${symbol}, "${nn_name}")
