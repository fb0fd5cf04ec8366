/*
 * The samplers of torch.utils.data. They draw what Python's draw, in its order.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/sampler/sampler.h"

/* What a sampler needs of these. */
struct choice {
	int64_t len;         /* of the set, or of `indices` */
	int64_t num_samples; /* of an epoch */
	bool replacement;
	ct_generator *generator; /* NULL: the CPU's default generator */
	ct_tensor *weights;
	int64_t indices[];
};

static void choice_free(void *data)
{
	struct choice *self = data;

	ct_generator_free_unscoped(self->generator);
	ct_tensor_free_unscoped(self->weights);
	free(self);
}

static int64_t choice_len(const void *data)
{
	return ((const struct choice *)data)->num_samples;
}

static ct_generator *share_generator(const ct_generator *generator)
{
	ct_generator *kept = ct_generator_retain(generator);

	ct_scope_disown_object(kept);
	return kept;
}

static ct_error choice_new(int64_t len, int64_t num_samples, const ct_generator *generator,
			   int64_t indices_len, const char *function, struct choice **result)
{
	struct choice *self = ct_array_new_after(sizeof *self, indices_len, sizeof *self->indices);

	if (self)
		self->generator = share_generator(generator);
	if (self == NULL || (generator && self->generator == NULL)) {
		free(self);
		return ct_no_memory(function, NULL);
	}
	self->len = len;
	self->num_samples = num_samples;
	*result = self;
	return NULL;
}

static ct_error check_positive(int64_t n, const char *name, const char *function)
{
	return n > 0 ? NULL
		     : ct_error_new(CT_ERROR_VALUE, function,
				    "%s should be a positive integer value, but got %s=%lld", name,
				    name, (long long)n);
}

/* --- in order --------------------------------------------------------------------------------- */

static ct_error count(int64_t n, ct_tensor **indices)
{
	return ct_tensor_arange(ct_scalar_int(0), ct_scalar_int(n), ct_scalar_int(1),
				&(ct_tensor_options){ .dtype = CT_INT64, .device = CT_DEVICE_CPU },
				indices);
}

static ct_error in_order(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	(void)epoch;
	(void)ends;
	return count(choice_len(data), indices);
}

bool ct_sampler_is_sequential(const ct_sampler *self)
{
	return self->functions.order == in_order;
}

ct_error ct_sequential_sampler_new(int64_t sample_count, ct_sampler **result)
{
	static const ct_sampler_functions functions = { "SequentialSampler", in_order, choice_len,
							choice_free };
	struct choice *self = NULL;

	if (sample_count < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "sample_count is %lld, but must not be negative",
				    (long long)sample_count);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_TRY(choice_new(sample_count, sample_count, NULL, 0, __func__, &self));
	return ct_sampler_make(&functions, self, __func__, result);
}

/* --- at random -------------------------------------------------------------------------------- */

enum { DRAWN_AT_ONCE = 32 }; /* by Python, with replacement */

/* Joins the pieces that Python draws one after the other. */
static ct_error draw_pieces(const struct choice *self, ct_generator *generator, int64_t piece,
			    ct_tensor **indices)
{
	ct_tensor *all, *drawn;
	int64_t done = 0;
	char *to;

	CT_TRY(ct_data_empty(&self->num_samples, 1, CT_INT64, &all));
	to = ct_tensor_mutable_data(all);
	while (done <= self->num_samples) {
		const int64_t left = self->num_samples - done, n = left < piece ? left : piece;

		if (n == 0 && self->generator == NULL)
			break; /* Python draws an empty piece at the end, which the next epoch notices */
		if (self->replacement)
			CT_TRY(CT(randint_generator, &drawn, self->len, CT_L(n), generator,
				  .device = CT_DEVICE_CPU));
		else
			CT_TRY(CT(randperm_generator, &drawn, self->len, generator,
				  .device = CT_DEVICE_CPU));
		if (n)
			memcpy(to + done * (int64_t)sizeof n, ct_tensor_data(drawn),
			       (size_t)n * sizeof n);
		ct_tensor_free(drawn);
		done += piece;
	}
	*indices = all;
	return NULL;
}

static ct_error at_random(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct choice *self = data;
	const int64_t piece = self->replacement ? DRAWN_AT_ONCE : self->len;
	ct_generator *generator = self->generator;
	int64_t seed = 0;

	(void)epoch;
	(void)ends;
	if (generator == NULL) {
		CT_TRY(ct_draw_seed(NULL, &seed));
		CT_TRY(ct_generator_new(CT_DEVICE_CPU, &generator));
		CT_TRY(ct_generator_manual_seed(generator, (uint64_t)seed));
	}
	return draw_pieces(self, generator, piece, indices);
}

ct_error ct_random_sampler_new(int64_t sample_count, const ct_random_sampler_options *options,
			       ct_sampler **result)
{
	static const ct_sampler_functions functions = { "RandomSampler", at_random, choice_len,
							choice_free };
	const ct_random_sampler_options none = { 0 }, *o = options ? options : &none;
	const int64_t num_samples = o->num_samples ? o->num_samples : sample_count;
	struct choice *self = NULL;

	CT_TRY(check_positive(num_samples, "num_samples", __func__));
	CT_TRY(check_positive(sample_count, "sample_count", __func__));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(choice_new(sample_count, num_samples, o->generator, 0, __func__, &self));
	self->replacement = o->replacement;
	return ct_sampler_make(&functions, self, __func__, result);
}

static ct_error some_at_random(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct choice *self = data;
	ct_tensor *order;
	int64_t *at;

	(void)epoch;
	(void)ends;
	CT_TRY(CT(randperm_generator, &order, self->len, self->generator, .device = CT_DEVICE_CPU));
	at = ct_tensor_mutable_data(order);
	for (int64_t i = 0; i < self->len; i++)
		at[i] = self->indices[at[i]];
	*indices = order;
	return NULL;
}

ct_error ct_subset_random_sampler_new(ct_ints indices, ct_generator *generator, ct_sampler **result)
{
	static const ct_sampler_functions functions = { "SubsetRandomSampler", some_at_random,
							choice_len, choice_free };
	struct choice *self = NULL;

	if (!ct_is_list(indices.at, indices.len))
		return ct_missing_argument(__func__, 1, "indices");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(choice_new(indices.len, indices.len, generator, indices.len, __func__, &self));
	if (indices.len)
		memcpy(self->indices, indices.at, (size_t)indices.len * sizeof *indices.at);
	return ct_sampler_make(&functions, self, __func__, result);
}

static ct_error by_weight(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct choice *self = data;

	(void)epoch;
	(void)ends;
	return ct_multinomial(self->weights, self->num_samples, self->replacement, self->generator,
			      indices);
}

ct_error ct_weighted_random_sampler_new(const ct_tensor *weights, int64_t num_samples,
					const ct_weighted_random_sampler_options *options,
					ct_sampler **result)
{
	static const ct_sampler_functions functions = { "WeightedRandomSampler", by_weight,
							choice_len, choice_free };
	const ct_weighted_random_sampler_options none = { 0 }, *o = options ? options : &none;
	struct choice *self = NULL;
	ct_tensor *doubles;
	ct_error error;

	if (weights == NULL || result == NULL)
		return ct_missing_argument(__func__, weights ? 4 : 1,
					   weights ? "result" : "weights");
	CT_TRY(CT(to_dtype, &doubles, weights, CT_FLOAT64, .copy = true));
	error = check_positive(num_samples, "num_samples", __func__);
	if (error == NULL && ct_tensor_dim(weights) != 1)
		error = ct_error_new(CT_ERROR_VALUE, __func__,
				     "weights should be a 1d sequence but given weights have %lld "
				     "dimensions",
				     (long long)ct_tensor_dim(weights));
	if (error) {
		ct_tensor_free(doubles);
		return error;
	}
	ct_scope_disown(doubles);
	error = choice_new(ct_tensor_numel(weights), num_samples, o->generator, 0, __func__, &self);
	if (error) {
		ct_tensor_free_unscoped(doubles);
		return error;
	}
	self->weights = doubles;
	self->replacement = !o->no_replacement;
	return ct_sampler_make(&functions, self, __func__, result);
}

/* --- for several processes -------------------------------------------------------------------- */

struct share {
	int64_t len, num_replicas, rank;
	int64_t num_samples; /* of this process */
	bool shuffle;
	uint64_t seed;
};

static int64_t share_len(const void *data)
{
	return ((const struct share *)data)->num_samples;
}

static ct_error order_of_all(const struct share *self, int64_t epoch, ct_tensor **result)
{
	ct_generator *generator;

	if (!self->shuffle)
		return count(self->len, result);
	CT_TRY(ct_generator_new(CT_DEVICE_CPU, &generator));
	CT_TRY(ct_generator_manual_seed(generator, self->seed + (uint64_t)epoch));
	return CT(randperm_generator, result, self->len, generator, .device = CT_DEVICE_CPU);
}

/* Without drop_last, indices from the beginning come again at the end. */
static ct_error every_nth(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct share *self = data;
	ct_tensor *all, *mine;
	const int64_t *from;
	int64_t *to;

	(void)ends;
	CT_TRY(order_of_all(self, epoch, &all));
	CT_TRY(ct_data_empty(&self->num_samples, 1, CT_INT64, &mine));
	from = ct_tensor_data(all);
	to = ct_tensor_mutable_data(mine);
	for (int64_t i = 0; i < self->num_samples; i++)
		to[i] = from[(self->rank + i * self->num_replicas) % self->len];
	*indices = mine;
	return NULL;
}

ct_error ct_distributed_sampler_new(int64_t sample_count, int64_t num_replicas, int64_t rank,
				    const ct_distributed_sampler_options *options,
				    ct_sampler **result)
{
	static const ct_sampler_functions functions = { "DistributedSampler", every_nth, share_len,
							free };
	const ct_distributed_sampler_options none = { 0 }, *o = options ? options : &none;
	struct share *self;

	CT_TRY(check_positive(sample_count, "sample_count", __func__));
	CT_TRY(check_positive(num_replicas, "num_replicas", __func__));
	if (rank < 0 || rank >= num_replicas)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "Invalid rank %lld, rank should be in the interval [0, %lld]",
				    (long long)rank, (long long)num_replicas - 1);
	if (result == NULL)
		return ct_missing_argument(__func__, 5, "result");
	self = malloc(sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	*self = (struct share){
		.len = sample_count,
		.num_replicas = num_replicas,
		.rank = rank,
		.num_samples = ct_count_batches(sample_count, num_replicas, o->drop_last),
		.shuffle = !o->no_shuffle,
		.seed = o->seed,
	};
	return ct_sampler_make(&functions, self, __func__, result);
}

/* --- batches ---------------------------------------------------------------------------------- */

struct batches {
	ct_sampler *of;
	int64_t batch_size;
	bool drop_last;
};

static int64_t batches_len(const void *data)
{
	const struct batches *self = data;
	const int64_t len = ct_sampler_count(self->of);

	if (len < 0)
		return -1;
	return ct_count_batches(len, self->batch_size, self->drop_last);
}

static ct_error cut(const struct batches *self, int64_t len, ct_tensor **ends)
{
	const int64_t n = ct_count_batches(len, self->batch_size, self->drop_last);
	int64_t *at;

	CT_TRY(ct_data_empty(&n, 1, CT_INT64, ends));
	at = ct_tensor_mutable_data(*ends);
	for (int64_t i = 0; i < n; i++)
		at[i] = i + 1 == n && !self->drop_last ? len : (i + 1) * self->batch_size;
	return NULL;
}

static ct_error in_batches(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct batches *self = data;
	ct_tensor *order, *inner_ends;

	CT_TRY(ct_sampler_call(self->of, epoch, &order, &inner_ends));
	ct_tensor_free_unscoped(inner_ends);
	CT_TRY(ct_scope_adopt(order));
	*indices = order;
	return cut(self, ct_tensor_numel(order), ends);
}

static void batches_free(void *data)
{
	struct batches *self = data;

	ct_counted_drop(self->of);
	free(self);
}

ct_error ct_batch_sampler_new(const ct_sampler *sampler, int64_t batch_size, bool drop_last,
			      ct_sampler **result)
{
	static const ct_sampler_functions functions = { "BatchSampler", in_batches, batches_len,
							batches_free };
	struct batches *self;

	CT_TRY(ct_sampler_check(sampler, __func__, 1, "sampler"));
	CT_TRY(check_positive(batch_size, "batch_size", __func__));
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	self = malloc(sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	*self = (struct batches){ ct_counted_share(sampler), batch_size, drop_last };
	return ct_sampler_make(&functions, self, __func__, result);
}
