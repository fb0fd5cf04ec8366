(gt_free_function *)${symbol}_free,
