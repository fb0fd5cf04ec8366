static void widen_rows(int64_t rows, int64_t width, const uint16_t *restrict from, int64_t distance,
		       float *restrict to)
{
	for (int64_t i = 0; i < rows; i++)
#pragma omp simd
		for (int64_t j = 0; j < width; j++)
			to[i * width + j] = bf16_to_float(from[i * distance + j]);
}

/* The same for bfloat16, head by head in `floats`, rounded once. */
static ct_error attend_bf16(int64_t batches, int64_t heads, int64_t queries, int64_t keys,
			    int64_t width, int64_t value_width, const uint16_t *q, struct heads q_is,
			    const uint16_t *k, struct heads k_is, const uint16_t *v,
			    struct heads v_is, uint16_t *y, struct heads y_is, float scale,
			    bool is_causal, float *scores, float *floats)
{
	float *q0 = floats, *k0 = q0 + queries * width, *v0 = k0 + keys * width;
	float *y0 = v0 + keys * value_width;

	for (int64_t i = 0; i < batches * heads; i++) {
		const int64_t batch = i / heads, head = i % heads;
		uint16_t *to = y + batch * y_is.batch + head * y_is.head;

		widen_rows(queries, width, q + batch * q_is.batch + head * q_is.head, q_is.row, q0);
		widen_rows(keys, width, k + batch * k_is.batch + head * k_is.head, k_is.row, k0);
		widen_rows(keys, value_width, v + batch * v_is.batch + head * v_is.head, v_is.row,
			   v0);
		CT_TRY(attend(1, 1, queries, keys, width, value_width, q0,
			      (struct heads){ 0, 0, width }, k0, (struct heads){ 0, 0, width }, v0,
			      (struct heads){ 0, 0, value_width }, y0,
			      (struct heads){ 0, 0, value_width }, scale, is_causal,
			      (struct mask){ 0 }, scores));
		for (int64_t row = 0; row < queries; row++)
			round_sums(value_width, y0 + row * value_width, NULL, to + row * y_is.row);
	}
	return NULL;
}

