/* Distances in memory: of batches, heads and rows. */
struct heads {
	int64_t batch, head, row;
};

enum { ATTENTION_ROWS = 32 };

/* The first `n` scores of a row become weights with the sum 1; the others of `columns`, 0. */
static void weigh(float *restrict scores, int64_t n, int64_t columns)
{
	float most = -INFINITY, sum = 0;

#pragma omp simd reduction(max : most)
	for (int64_t i = 0; i < n; i++)
		most = scores[i] > most ? scores[i] : most;
#pragma omp simd reduction(+ : sum)
	for (int64_t i = 0; i < n; i++) {
		const float e = expf(scores[i] - most);

		scores[i] = e;
		sum += e;
	}
	const float scale = 1 / sum;

#pragma omp simd
	for (int64_t i = 0; i < n; i++)
		scores[i] *= scale;
	for (int64_t i = n; i < columns; i++)
		scores[i] = 0;
}

/* y = softmax(scale * q x k') x v, in blocks of rows; `scores` has room for one. */
static ct_error attend(int64_t batches, int64_t heads, int64_t queries, int64_t keys, int64_t width,
		       int64_t value_width, const float *q, struct heads q_is, const float *k,
		       struct heads k_is, const float *v, struct heads v_is, float *y,
		       struct heads y_is, float scale, bool is_causal, float *scores)
{
	for (int64_t i = 0; i < batches * heads; i++) {
		const int64_t batch = i / heads, head = i % heads;
		const float *q0 = q + batch * q_is.batch + head * q_is.head;
		const float *k0 = k + batch * k_is.batch + head * k_is.head;
		const float *v0 = v + batch * v_is.batch + head * v_is.head;
		float *y0 = y + batch * y_is.batch + head * y_is.head;

		for (int64_t row = 0; row < queries; row += ATTENTION_ROWS) {
			const int64_t rows = queries - row < ATTENTION_ROWS ? queries - row
									    : ATTENTION_ROWS;
			const int64_t seen = is_causal && row + rows < keys ? row + rows : keys;

			CT_TRY(multiply(rows, seen, width, scale, 'N', q0 + row * q_is.row, q_is.row,
					'T', k0, k_is.row, scores, seen));
			for (int64_t j = 0; j < rows; j++)
				weigh(scores + j * seen,
				      is_causal && row + j + 1 < seen ? row + j + 1 : seen, seen);
			CT_TRY(multiply(rows, value_width, seen, 1, 'N', scores, seen, 'N', v0,
					v_is.row, y0 + row * y_is.row, y_is.row));
		}
	}
	return NULL;
}

