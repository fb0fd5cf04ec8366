/*
 * ct_data make: an archive of images that a network can learn to tell apart: stripes of a direction
 * for each class, in any colors and widths, with noise. Directions are within a right angle, so
 * that a mirrored image, which training makes for variety, looks like no other class.
 */
#include <math.h>
#include <stdio.h>

#include <ctorch/calls/call.h>
#include <ctorch/macros/blocks.h>

#include "data/shared.h"

static ct_error draw(const struct options *o, int64_t label, ct_tensor **result)
{
	const double steps = o->classes > 1 ? (double)o->classes - 1 : 1;
	const double angle = 3.141592653589793 / 2 * (double)label / steps;
	ct_tensor *drawn = CT_E(rand, CT_L(8));
	ct_tensor *x = CT_E(arange, o->width), *y = CT_E(unsqueeze, CT_E(arange, o->height), 1);
	ct_tensor *place = CT_E(add, CT_E(mul, x, cos(angle)), CT_E(mul, y, sin(angle)));

	CT_TRY(CT_DONE());
	const float *r = ct_tensor_data(drawn);
	ct_tensor *phase = CT_E(mul, place, 0.2 + 0.4 * (double)r[0]);
	ct_tensor *wave = CT_E(sin, CT_E(add, phase, 6.3 * (double)r[1]));
	ct_tensor *color = CT_E(view, CT_E(narrow, drawn, 0, 2, 3), CT_L(3, 1, 1));
	ct_tensor *ground = CT_E(view, CT_E(narrow, drawn, 0, 5, 3), CT_L(3, 1, 1));
	ct_tensor *image = CT_E(add, ground, CT_E(mul, CT_E(sub, color, ground), wave));

	return CT_FINISH(
		CT_E(add, image, CT_E(mul, CT_E(randn, CT_L(3, o->height, o->width)), 0.05)),
		result);
}

static ct_error add_image(const struct options *o, ct_tar_writer *writer, int64_t i)
{
	CT_SCOPE;
	const int64_t label = i % o->classes;
	char name[64];
	ct_tensor *image;
	void *bytes;
	int64_t n;

	CT_TRY(draw(o, label, &image));
	CT_TRY(ct_image_encode_jpeg(image, (int32_t)o->quality, &bytes, &n));
	snprintf(name, sizeof name, "class_%02lld/%06lld.jpg", (long long)label, (long long)i);
	return ct_tar_writer_add(writer, name, bytes, n);
}

ct_error make_archive(const struct options *o)
{
	CT_SCOPE;
	ct_tar_writer *writer;
	ct_progress *progress;

	CT_TRY(ct_manual_seed(o->seed));
	catch_signals();
	CT_TRY(ct_tar_writer_new(o->out, compression_of(o->out), &writer));
	CT_TRY(begin_progress(o, o->count, "images", &progress));
	for (int64_t i = 0; i < o->count; i++) {
		CT_TRY(check_signals());
		CT_TRY(add_image(o, writer, i));
		ct_progress_add(progress, 1);
	}
	return ct_tar_writer_close(writer);
}
