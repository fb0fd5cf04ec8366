/* A weight [n, k] with its columns as rows: [k, n]. NULL without memory. */
static ${type} *pack${suffix}(const ct_tensor *weight)
{
	const int64_t n = ct_tensor_size(weight, 0), k = ct_tensor_size(weight, 1);
	const int64_t row = ct_tensor_strides(weight)[0], column = ct_tensor_strides(weight)[1];
	const ${type} *from = ct_tensor_data(weight);
	${type} *to = aligned_alloc(64, ((size_t)(n * k) * sizeof *to + 64) & ~(size_t)63);

	for (int64_t i = 0; to != NULL && i < k; i++)
		for (int64_t j = 0; j < n; j++)
			to[i * n + j] = from[j * row + i * column];
	return to;
}

