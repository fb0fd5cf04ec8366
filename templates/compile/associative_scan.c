/* Combines the items of two lists of tensors. */
typedef ct_error ${name}_combining(struct ${name} *self, ct_tensor *const *a, ct_tensor *const *b,
				  ct_tensor *const *more, ct_tensor **result);

struct ${name}_scan {
	struct ${name} *self;
	${name}_combining *combine;
	ct_tensor *const *more;
	int64_t len;
};

/* x[start:end:step] of each tensor; `end` INT64_MAX: to the end. */
static ct_error ${name}_slices(const struct ${name}_scan *scan, ct_tensor *const *from, int64_t start,
			    int64_t end, int64_t step, ct_tensor **result)
{
	for (int64_t i = 0; i < scan->len; i++)
		CT_TRY(ct_slice_Tensor(from[i], 0, &start, end == INT64_MAX ? NULL : &end, step,
				       &result[i]));
	return NULL;
}

/* a[0], b[0], a[1], b[1], ...; `a` may have one more, after which an item of `b` is made up and cut
 * off again. */
static ct_error ${name}_interleave(ct_tensor *a, ct_tensor *b, ct_tensor **result)
{
	const int64_t last = -1, len = ct_tensor_size(a, 0) + ct_tensor_size(b, 0);
	ct_tensor *row, *both, *flat;

	if (len % 2 == 1) {
		CT_TRY(ct_slice_Tensor(b, 0, &last, NULL, 1, &row));
		CT_TRY(ct_cat((ct_tensor *[]){ b, row }, 2, 0, &b));
	}
	CT_TRY(ct_stack((ct_tensor *[]){ a, b }, 2, 1, &both));
	CT_TRY(ct_flatten_using_ints(both, 0, 1, &flat));
	return ct_slice_Tensor(flat, 0, NULL, &len, 1, result);
}

/* As deep as the logarithm of the number of items, in PyTorch's order, which decides the last
 * bits. */
static ct_error ${name}_scan_level(const struct ${name}_scan *scan, ct_tensor *const *items,
				ct_tensor **result)
{
	const int64_t count = ct_tensor_size(items[0], 0), one = 1;
	ct_tensor **a, **b, **odd, **even, *first;

	if (count < 2) {
		for (int64_t i = 0; i < scan->len; i++)
			result[i] = items[i];
		return NULL;
	}
	CT_TRY(${name}_rows_new(4 * scan->len, &a));
	b = a + scan->len;
	odd = b + scan->len;
	even = odd + scan->len;
	CT_TRY(${name}_slices(scan, items, 0, -1, 2, a));
	CT_TRY(${name}_slices(scan, items, 1, INT64_MAX, 2, b));
	CT_TRY(scan->combine(scan->self, a, b, scan->more, even));
	CT_TRY(${name}_scan_level(scan, even, odd));
	if (count % 2 == 0) {
		CT_TRY(${name}_slices(scan, odd, 0, -1, 1, a));
	} else {
		for (int64_t i = 0; i < scan->len; i++)
			a[i] = odd[i];
	}
	CT_TRY(${name}_slices(scan, items, 2, INT64_MAX, 2, b));
	CT_TRY(scan->combine(scan->self, a, b, scan->more, even));
	for (int64_t i = 0; i < scan->len; i++) {
		CT_TRY(ct_slice_Tensor(items[i], 0, NULL, &one, 1, &first));
		if (ct_tensor_numel(even[i]) > 0)
			CT_TRY(ct_cat((ct_tensor *[]){ first, even[i] }, 2, 0, &first));
		CT_TRY(${name}_interleave(first, odd[i], &result[i]));
	}
	return NULL;
}

static ct_error ${name}_scan_all(struct ${name} *self, ${name}_combining *combine, ct_tensor *const *items,
			      int64_t len, ct_tensor *const *more, ct_tensor **const *to)
{
	const struct ${name}_scan scan = { self, combine, more, len };
	ct_tensor **result;
	int64_t count;

	CT_TRY(${name}_count_rows(items, len, &count));
	CT_TRY(${name}_rows_new(len, &result));
	CT_TRY(${name}_scan_level(&scan, items, result));
	for (int64_t i = 0; i < len; i++)
		CT_TRY(${name}_keep(result[i], to[i]));
	return NULL;
}

