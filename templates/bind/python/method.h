METHOD(${symbol}, "${listed_name}", ${self_of})
