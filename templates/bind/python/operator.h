FUNCTION(${symbol}, "${base_name}")
