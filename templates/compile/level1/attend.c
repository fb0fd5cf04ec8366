/* Distances in memory: of batches, heads and rows. */
struct heads {
	int64_t batch, head, row;
};

/* What is added to scores, or which are seen; and distances in memory. */
struct mask {
	const float *added;
	const bool *seen;
	int64_t batch, head, row, column;
};

enum { ATTENTION_ROWS = 32 };

/* The scores of a block of rows, of which `at` is the first in the mask. */
static void add_mask(float *restrict scores, int64_t rows, int64_t keys, struct mask mask, int64_t at)
{
	for (int64_t key = 0; key < keys; key++, at += mask.column) {
		float *restrict row = scores + key * ATTENTION_ROWS;

		for (int64_t i = 0; mask.added != NULL && i < rows; i++)
			row[i] += mask.added[at + i * mask.row];
		for (int64_t i = 0; mask.seen != NULL && i < rows; i++)
			row[i] = mask.seen[at + i * mask.row] ? row[i] : -INFINITY;
	}
}

/* The scores of a block of rows, which are next to each other for each key, become weights; `sums` are
 * those of each row. Row i sees the keys up to `first` + i. A row that sees none has weights of 0. */
static void weigh(float *restrict scores, float *restrict sums, int64_t keys, int64_t first)
{
	float most[ATTENTION_ROWS];

	for (int i = 0; i < ATTENTION_ROWS; i++) {
		most[i] = -INFINITY;
		sums[i] = 0;
	}
	for (int64_t key = 0; key < keys; key++) {
		const int least = (int)(key - first);
		float *restrict row = scores + key * ATTENTION_ROWS;

#pragma omp simd
		for (int i = 0; i < ATTENTION_ROWS; i++) {
			const float score = i < least ? -INFINITY : row[i];

			row[i] = score;
			most[i] = score > most[i] ? score : most[i];
		}
	}
	for (int i = 0; i < ATTENTION_ROWS; i++)
		most[i] = most[i] == -INFINITY ? 0 : most[i];
	for (int64_t key = 0; key < keys; key++) {
		float *restrict row = scores + key * ATTENTION_ROWS;

		/* What is less adds nothing to a sum of at least 1, but takes expf() longer. */
#pragma omp simd
		for (int i = 0; i < ATTENTION_ROWS; i++)
			row[i] = row[i] - most[i] < -80 ? -80 : row[i] - most[i];
#pragma omp simd
		for (int i = 0; i < ATTENTION_ROWS; i++) {
			const float e = expf(row[i]);
			const float weight = row[i] <= -80 ? 0 : e;

			row[i] = weight;
			sums[i] += weight;
		}
	}
	for (int i = 0; i < ATTENTION_ROWS; i++)
		sums[i] = sums[i] == 0 ? 1 : sums[i];
}

/* y = softmax(scale * q x k') x v, in blocks of rows; `scores` has room for one. */
static ct_error attend(int64_t batches, int64_t heads, int64_t queries, int64_t keys, int64_t width,
		       int64_t value_width, const float *q, struct heads q_is, const float *k,
		       struct heads k_is, const float *v, struct heads v_is, float *y,
		       struct heads y_is, float scale, bool is_causal, struct mask mask,
		       float *scores)
{
	float sums[ATTENTION_ROWS];

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

			if (rows < ATTENTION_ROWS) /* the others are computed, too */
				memset(scores, 0, (size_t)(seen * ATTENTION_ROWS) * sizeof *scores);
			CT_TRY(multiply(seen, rows, width, scale, 'N', k0, k_is.row, 'T',
					q0 + row * q_is.row, q_is.row, scores, ATTENTION_ROWS));
			add_mask(scores, rows, seen, mask,
				 batch * mask.batch + head * mask.head + row * mask.row);
			weigh(scores, sums, seen, is_causal ? row : seen);
			CT_TRY(multiply(rows, value_width, seen, 1, 'T', scores, ATTENTION_ROWS, 'N',
					v0, v_is.row, y0 + row * y_is.row, y_is.row));
			for (int64_t j = 0; j < rows; j++)
				for (int64_t c = 0; c < value_width; c++)
					y0[(row + j) * y_is.row + c] /= sums[j];
		}
	}
	return NULL;
}

