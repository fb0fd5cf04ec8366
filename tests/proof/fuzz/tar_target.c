/*
 * Tar archives of shards: whatever they contain, the stream ends, and each sample has a key. The
 * names of their classes can be read, or are an error.
 */
#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

#include "calls.h"

static const ct_image_data_options options = { .max_entry_nbytes = 4096 };

static void check_sample(const ct_batch *batch)
{
	ct_value key;

	FUZZ_MUST(ct_value_dict_get(&batch->value, ct_value_string("__key__"), &key));
	FUZZ_CHECK(key.kind == CT_VALUE_STRING, "a key of kind %d", key.kind);
}

/* `limit` is more than the files that can be in it: each has a header of 512 bytes, compressed to
 * at least one byte. */
static void check_stream(const char *const *paths, size_t limit)
{
	ct_data_loader *loader;
	ct_dataset *dataset;

	FUZZ_MUST(ct_tar_shards_new(CT_STRINGS_OF(paths, 1), &options, &dataset));
	FUZZ_MUST(ct_data_loader_new(dataset, &(ct_data_loader_options){ .batch_size = CT_ZERO },
				     &loader));
	for (size_t i = 0;; i++) {
		const ct_batch *batch = NULL;
		const bool succeeds = fuzz_succeeds(ct_data_loader_next(loader, &batch));

		FUZZ_CHECK(i < limit, "more than %zu samples", i);
		if (succeeds && batch == NULL)
			break;
		if (succeeds)
			check_sample(batch);
	}
	ct_data_loader_free(loader);
	ct_dataset_free(dataset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *const paths[] = { fuzz_file("input.tar", data, size) };
	ct_value classes = ct_value_none();

	fuzz_enter();
	check_stream(paths, 10 + 1100 * size);
	if (fuzz_succeeds(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL)))
		FUZZ_CHECK(classes.kind == CT_VALUE_LIST, "a value of kind %d", classes.kind);
	ct_value_free(&classes);
	fuzz_leave();
	return 0;
}
