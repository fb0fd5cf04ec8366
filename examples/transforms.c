/*
 * One picture under a dozen transforms of torchvision, as a grid in a PNG file:
 *
 *     transforms OUTPUT.png [INPUT.png]
 *
 * Without an input it draws a scene of its own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

enum { HEIGHT = 72, WIDTH = 96, COLUMNS = 4 };

/* The color of the scene at a point: a sky with a sun, hills, a chequered field. */
static void paint(int x, int y, unsigned char *rgb)
{
	const double hill = 40 - 9 * sin(x / 13.0) - 4 * sin(x / 5.0 + 1);
	const bool is_sun = hypot(x - 70, y - 16) < 9, is_light = (x / 8 + y / 6) % 2;

	if (is_sun)
		rgb[0] = 255, rgb[1] = 214, rgb[2] = 64;
	else if (y < hill)
		rgb[0] = (unsigned char)(90 + y), rgb[1] = (unsigned char)(150 + y), rgb[2] = 230;
	else if (y < 54)
		rgb[0] = 60, rgb[1] = (unsigned char)(170 - y), rgb[2] = 60;
	else
		rgb[0] = is_light ? 200 : 150, rgb[1] = is_light ? 160 : 90, rgb[2] = 70;
}

static ct_error draw_scene(ct_tensor **result)
{
	static unsigned char pixels[HEIGHT][WIDTH][3];
	const int64_t shape[] = { HEIGHT, WIDTH, 3 };
	ct_tensor *image;

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			paint(x, y, pixels[y][x]);
	CT_TRY(ct_tensor_from_data(pixels, CT_UINT8, CT_INTS_OF(shape, 3), &image));
	return CT(permute, result, image, CT_L(2, 0, 1));
}

/* The transforms, from left to right and from top to bottom. */
static ct_transforms choose(ct_transform *list[12])
{
	int n = 0;

	list[n++] = CT_T(Identity);
	list[n++] = CT_T(RandomResizedCrop, CT_L(HEIGHT, WIDTH), .scale = CT_FLOATS(0.2, 0.5));
	list[n++] = CT_T(RandomHorizontalFlip, .p = 1);
	list[n++] = CT_T(RandomRotation, CT_FLOATS(30), "bilinear", .fill = CT_FLOATS(255));
	list[n++] = CT_T(RandomAffine, CT_FLOATS(0), .shear = CT_FLOATS(25, 25),
			 .fill = CT_FLOATS(255));
	list[n++] = CT_T(RandomPerspective, 0.6, .p = 1, .fill = CT_FLOATS(255));
	list[n++] = CT_T(ElasticTransform, CT_FLOATS(60), CT_FLOATS(3), .fill = CT_FLOATS(255));
	list[n++] = CT_T(ColorJitter, .brightness = CT_FLOATS(0.5), .hue = CT_FLOATS(0.3));
	list[n++] = CT_T(Grayscale, 3);
	list[n++] = CT_T(GaussianBlur, CT_L(9), CT_FLOATS(2, 3));
	list[n++] = CT_T(RandomPosterize, 2, .p = 1);
	list[n++] = CT_T(RandomErasing, .p = 1, .value = CT_FLOATS(255));
	return (ct_transforms){ list, n };
}

static ct_error run(const char *output, const char *input)
{
	CT_SCOPE;
	ct_transform *list[12];
	ct_transforms all = choose(list);
	ct_tensor *image, *made[12], *batch;

	CT_TRY(CT_DONE());
	if (input) {
		CT_TRY(ct_image_load_png(input, CT_IMAGE_MODE_RGB, &image));
		CT_TRY(ct_transform_resize(image, CT_L(HEIGHT, WIDTH), "bilinear", CT_NO_INT, true,
					   &image));
	} else {
		CT_TRY(draw_scene(&image));
	}
	CT_TRY(ct_manual_seed(3));
	for (int64_t i = 0; i < all.len; i++) {
		CT_TRY(ct_transform_apply(all.at[i], image, NULL, &made[i]));
		CT_TRY(ct_transform_print(all.at[i], NULL));
	}
	CT_TRY(CT(stack, &batch, CT_TENSORS_OF(made, all.len)));
	return ct_image_save_grid_png(
		batch, output,
		&(ct_image_grid_options){ .nrow = COLUMNS, .padding = 4, .pad_value = 255 }, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: transforms OUTPUT.png [INPUT.png]\n");
		return EXIT_FAILURE;
	}
	CT_CHECK(run(argv[1], argc == 3 ? argv[2] : NULL));
	return EXIT_SUCCESS;
}
