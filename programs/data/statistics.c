/*
 * ct_data vocabulary, stats: what archives and folders have.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include <ctorch/calls/call.h>
#include <ctorch/macros/blocks.h>

#include "data/shared.h"

/* --- vocabulary ------------------------------------------------------------------------------- */

static ct_error print_json(json_t *json)
{
	const bool is_written = json && json_dumpf(json, stdout, JSON_INDENT(2)) == 0 &&
				putchar('\n') == '\n';

	json_decref(json);
	return is_written ? NULL
			  : ct_error_new(CT_ERROR_RUNTIME, "ct_data", "writing the output failed");
}

static ct_error find_names(const struct options *o, ct_value *names)
{
	ct_dataset *images;
	ct_progress *progress;
	bool is_folder;

	CT_TRY(find_folder(o, &is_folder));
	if (is_folder) {
		CT_TRY(ct_image_folder_new(o->paths[0], NULL, &images));
		return ct_dataset_classes(images, names);
	}
	CT_TRY(begin_progress(o, 0, "images", &progress));
	return ct_tar_vocabulary(CT_STRINGS_OF(o->paths, o->paths_len), progress, names, NULL);
}

static ct_error print_names(const ct_value *names, bool as_json)
{
	json_t *list = as_json ? json_array() : NULL;
	ct_value name;

	for (int64_t i = 0; i < ct_value_count(names); i++) {
		CT_TRY(ct_value_item(names, i, &name));
		if (as_json)
			json_array_append_new(list, json_string(name.object));
		else
			puts(name.object);
	}
	return as_json ? print_json(list) : NULL;
}

ct_error list_vocabulary(const struct options *o)
{
	ct_scope *scope = ct_scope_open_named("vocabulary");
	ct_value names;
	ct_error error = find_names(o, &names);

	ct_scope_leave(scope); /* and the progress line */
	CT_TRY(error);
	error = ct_value_count(&names)
			? print_names(&names, o->json)
			: ct_error_new(CT_ERROR_VALUE, "ct_data",
				       "%s: no image is in a class folder", o->paths[0]);
	ct_value_free(&names);
	return error;
}

/* --- stats ------------------------------------------------------------------------------------ */

struct sums {
	int64_t images, pixels;
	int64_t width_min, width_max, height_min, height_max;
	double sum[3], squares[3]; /* of pixels from 0 to 1 */
};

static void add_pixels(struct sums *self, int channel, const unsigned char *at, int64_t n)
{
	uint64_t sum = 0, squares = 0;

	for (int64_t i = 0; i < n; i++) {
		sum += at[i];
		squares += (uint64_t)at[i] * at[i];
	}
	self->sum[channel] += (double)sum / 255;
	self->squares[channel] += (double)squares / (255 * 255);
}

static ct_error add_image(struct sums *self, const ct_tensor *image)
{
	const int64_t height = ct_tensor_size(image, 1), width = ct_tensor_size(image, 2);
	ct_tensor *planes;

	CT_TRY(CT(contiguous, &planes, image));
	for (int c = 0; c < 3; c++)
		add_pixels(self, c,
			   (const unsigned char *)ct_tensor_data(planes) + c * height * width,
			   height * width);
	self->width_min = self->images && self->width_min < width ? self->width_min : width;
	self->height_min = self->images && self->height_min < height ? self->height_min : height;
	self->width_max = self->width_max > width ? self->width_max : width;
	self->height_max = self->height_max > height ? self->height_max : height;
	self->images++;
	self->pixels += height * width;
	return NULL;
}

static double mean_of(const struct sums *self, int channel)
{
	return self->sum[channel] / (double)self->pixels;
}

static double std_of(const struct sums *self, int channel)
{
	const double mean = mean_of(self, channel);

	return sqrt(fmax(0, self->squares[channel] / (double)self->pixels - mean * mean));
}

static ct_error print_sums(const struct sums *s, bool json)
{
	if (json)
		return print_json(
			json_pack("{s:I, s:[I, I], s:[I, I], s:[f, f, f], s:[f, f, f]}", "images",
				  (json_int_t)s->images, "width", (json_int_t)s->width_min,
				  (json_int_t)s->width_max, "height", (json_int_t)s->height_min,
				  (json_int_t)s->height_max, "mean", mean_of(s, 0), mean_of(s, 1),
				  mean_of(s, 2), "std", std_of(s, 0), std_of(s, 1), std_of(s, 2)));
	printf("images  %lld\nwidth   %lld to %lld\nheight  %lld to %lld\n", (long long)s->images,
	       (long long)s->width_min, (long long)s->width_max, (long long)s->height_min,
	       (long long)s->height_max);
	printf("mean    %.4f %.4f %.4f\nstd     %.4f %.4f %.4f\n", mean_of(s, 0), mean_of(s, 1),
	       mean_of(s, 2), std_of(s, 0), std_of(s, 1), std_of(s, 2));
	return NULL;
}

ct_error show_statistics(const struct options *o)
{
	CT_SCOPE;
	struct sums sums = { 0 };
	ct_progress *progress;
	ct_dataset *images;
	int64_t len;

	CT_TRY(open_images(o, 0, &images));
	CT_TRY(ct_dataset_count(images, &len));
	CT_TRY(begin_progress(o, len, "images", &progress));
	ct_data_loader *loader = CT_DATA_LOADER(images, .batch_size = CT_ZERO,
						.num_workers = (int32_t)o->workers,
						.progress = progress);

	CT_TRY(CT_DONE());
	CT_EACH_BATCH (batch, loader)
		CT_TRY(add_image(&sums, batch->data));
	ct_progress_clear(progress);
	return print_sums(&sums, o->json);
}
