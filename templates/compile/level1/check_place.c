/* The number of elements up to the last one of these sizes and strides; -1: it is in no memory. */
static int64_t end_of(int64_t offset, ct_ints sizes, ct_ints strides)
{
	int64_t last = offset, more;
	bool fits = offset >= 0;

	for (int64_t i = 0; i < sizes.len; i++)
		if (sizes.at[i] == 0)
			return 0;
	for (int64_t i = 0; i < sizes.len; i++)
		fits = fits && sizes.at[i] > 0 && strides.at[i] >= 0 &&
		       !__builtin_mul_overflow(sizes.at[i] - 1, strides.at[i], &more) &&
		       !__builtin_add_overflow(last, more, &last);
	return fits && last < INT64_MAX ? last + 1 : -1;
}

/* The graph says where a part of a tensor is: it is in the memory of the tensor. */
static ct_error check_place(int64_t offset, ct_ints sizes, ct_ints strides, ct_ints memory_sizes,
			    ct_ints memory_strides)
{
	const int64_t end = end_of(offset, sizes, strides);

	if (end < 0 || end > end_of(0, memory_sizes, memory_strides))
		return ct_error_new(CT_ERROR_VALUE, "${name}_run",
				    "sizes or strides of the program are wrong: a part of a tensor "
				    "lies outside its memory");
	return NULL;
}

