${options_struct}
