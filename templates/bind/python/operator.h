FUNCTION(${symbol}, "${listed_name}")
