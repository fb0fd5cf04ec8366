/*
 * ct_data preview: some images as a grid in a PNG file.
 */
#include <ctorch/calls/call.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/vision/vision.h>

#include "data/shared.h"

enum { SHUFFLED = 1000 }; /* images from which those of an archive are drawn */

static ct_error open_prepared(const struct options *o, ct_data_loader **result, int64_t *len)
{
	ct_dataset *images, *prepared;
	ct_transform *transform = CT_COMPOSE(CT_T(Resize, CT_L(o->size)),
					     CT_T(CenterCrop, CT_L(o->size)));

	CT_TRY(CT_DONE());
	CT_TRY(open_images(o, SHUFFLED, &images));
	CT_TRY(ct_dataset_count(images, len));
	CT_TRY(ct_transform_dataset_new(images, transform, &prepared));
	*result = CT_DATA_LOADER(prepared, .batch_size = CT_ZERO,
				 .shuffle = !ct_dataset_is_stream(images));
	return CT_DONE();
}

static void release_list(void *list)
{
	ct_value_free(list);
}

/* The next `n` samples as a new batch. */
static ct_error collect(const struct options *o, ct_data_loader *loader, int64_t n, ct_value *batch)
{
	CT_SCOPE;
	ct_value samples = ct_value_list_new();
	ct_progress *progress;

	CT_TRY(ct_scope_defer(&samples, release_list));
	CT_TRY(begin_progress(o, n, "images", &progress));
	CT_EACH_BATCH (sample, loader) {
		CT_TRY(ct_value_list_append(&samples, sample->value));
		ct_progress_add(progress, 1);
		if (sample->number + 1 == n)
			break;
	}
	return ct_default_collate(&samples, NULL, batch);
}

static bool goes_on(int64_t done, int64_t total, void *context)
{
	(void)done, (void)total, (void)context;
	return !is_signalled();
}

static ct_error write_grid(const struct options *o, const ct_tensor *images)
{
	ct_error error;

	catch_signals();
	ct_file_set_progress(goes_on, NULL);
	error = ct_image_save_grid_png(images, o->out, NULL, NULL);
	ct_file_set_progress(NULL, NULL);
	return error;
}

ct_error write_preview(const struct options *o)
{
	CT_SCOPE;
	ct_data_loader *loader;
	ct_value batch, images;
	int64_t len;

	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(open_prepared(o, &loader, &len));
	CT_TRY(collect(o, loader, len < o->count ? len : o->count, &batch));
	CT_TRY(ct_value_move_to_scope(&batch));
	CT_TRY(ct_value_item(&batch, 0, &images));
	return write_grid(o, images.object);
}
