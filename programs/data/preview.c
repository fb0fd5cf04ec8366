/*
 * ct_data preview: some images as a grid in a PNG file.
 */
#include <ctorch/call.h>
#include <ctorch/transforms.h>

#include "data/commands.h"

enum { SHUFFLED = 1000 }; /* images from which those of an archive are drawn */

ct_error write_preview(const struct options *o)
{
	CT_SCOPE;
	ct_dataset *images, *prepared;
	const ct_batch *batch;
	ct_transform *transform = CT_COMPOSE(CT_T(Resize, CT_L(o->size)),
					     CT_T(CenterCrop, CT_L(o->size)));

	CT_TRY(CT_FINISH(NULL, NULL));
	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(open_images(o, SHUFFLED, &images));
	CT_TRY(ct_transform_dataset(images, transform, &prepared));
	ct_data_loader *loader = CT_DATA_LOADER(prepared, .batch_size = o->count,
						.shuffle = !ct_dataset_is_stream(images));

	CT_TRY(CT_FINISH(NULL, NULL));
	CT_TRY(ct_data_loader_next(loader, &batch));
	return ct_image_write_grid_png(batch->data, o->out, NULL, NULL);
}
