#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "support.h"

static ct_error numbers_len(const void *data, int64_t *result)
{
	*result = ((const struct numbers *)data)->len;
	return NULL;
}

static void sleep_ms(int64_t n)
{
	const struct timespec time = { n / 1000, n % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

static bool fails(const struct numbers *self, int64_t index)
{
	return self->fails_at >= 0 && index >= self->fails_at && (index - self->fails_at) % 10 == 0;
}

static ct_error make(struct numbers *self, int64_t index, ct_generator *generator, ct_value *sample)
{
	ct_tensor *pair, *random;
	float *at;

	if (self->sleeps_at == index)
		sleep_ms(self->sleeps_ms);
	if (index < 64)
		__atomic_add_fetch(&self->visits[index], 1, __ATOMIC_RELAXED);
	if (fails(self, index))
		return ct_error_new(CT_ERROR_VALUE, __func__, "%lld.png: no picture",
				    (long long)index);
	CT_TRY(CT(zeros, &pair, CT_L(2)));
	CT_TRY(CT(rand_generator, &random, CT_L(1), generator));
	at = ct_tensor_mutable_data(pair);
	at[0] = (float)index;
	at[1] = *(const float *)ct_tensor_data(random);
	return ct_sample_pair(pair, ct_value_int(index), sample);
}

static ct_error numbers_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	return make(data, index, generator, sample);
}

static void numbers_free(void *data)
{
	((struct numbers *)data)->freed++;
}

/* --- a stream: its samples are plain numbers ----------------------------------------------------- */

struct pass {
	struct numbers *numbers;
	int64_t next;
};

static ct_error numbers_open(void *data, ct_generator *generator, void **stream)
{
	struct numbers *self = data;
	struct pass *pass = malloc(sizeof *pass);

	(void)generator;
	MUST(pass != NULL);
	*pass = (struct pass){ self, 0 };
	self->open++;
	*stream = pass;
	return NULL;
}

static ct_error numbers_next(void *stream, ct_value *sample)
{
	struct pass *self = stream;
	const int64_t index = self->next;

	if (index >= self->numbers->len && !self->numbers->is_endless)
		return NULL;
	self->next++;
	if (self->numbers->sleeps_at == index)
		sleep_ms(self->numbers->sleeps_ms);
	if (fails(self->numbers, index))
		return ct_error_new(CT_ERROR_VALUE, __func__, "a.tar: %lld.png: no picture",
				    (long long)index);
	*sample = ct_value_int(index);
	return NULL;
}

static void numbers_close(void *stream)
{
	((struct pass *)stream)->numbers->closed++;
	free(stream);
}

const ct_dataset_functions set_of_numbers = {
	.name = "Numbers",
	.count = numbers_len,
	.get = numbers_get,
	.free = numbers_free,
};

const ct_dataset_functions stream_of_numbers = {
	.name = "Stream",
	.open = numbers_open,
	.next = numbers_next,
	.close = numbers_close,
	.free = numbers_free,
};

ct_dataset *numbers_new(const ct_dataset_functions *functions, struct numbers *data)
{
	ct_dataset *made;

	OK(ct_dataset_new(functions, data, &made));
	return made;
}

/* --- batches ------------------------------------------------------------------------------------- */

const int64_t *numbers_of(const ct_batch *batch)
{
	const ct_tensor *numbers = batch->target ? batch->target : batch->data;

	ck_assert_int_eq(ct_tensor_dtype(numbers), CT_INT64);
	ck_assert_int_eq(ct_tensor_numel(numbers), batch->size);
	return ct_tensor_data(numbers);
}

ct_error read_epoch(ct_data_loader *loader, char *text, size_t size, double *random_sum)
{
	size_t len = 0;
	double sum = 0;

	*text = '\0';
	CT_EACH_BATCH (batch, loader) {
		const int64_t *numbers = numbers_of(batch);

		for (int64_t i = 0; i < batch->size; i++) {
			len += (size_t)snprintf(text + len, size - len, i ? " %lld" : "%lld",
						(long long)numbers[i]);
			if (batch->target)
				sum += ((const float *)ct_tensor_data(batch->data))[2 * i + 1] *
				       (double)(numbers[i] + 1);
		}
		len += (size_t)snprintf(text + len, size - len, "|");
	}
	if (random_sum)
		*random_sum = sum;
	return NULL;
}
