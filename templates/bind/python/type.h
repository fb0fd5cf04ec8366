extern struct handle_type type_${symbol};
