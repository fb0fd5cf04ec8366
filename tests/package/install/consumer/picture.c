/* A program with images, built against the installed library. */
#include <stdio.h>

#include <ctorch/ctorch.h>
#include <ctorch/vision/image.h>

int main(void)
{
	const float values[] = { 0, 0.5F, 1 };
	const int64_t shape[] = { 1, 3 };
	ct_tensor *image, *again;

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_INTS_OF(shape, 2), &image));
	CT_CHECK(ct_image_save_png(image, "picture.png", NULL));
	CT_CHECK(ct_image_load_png("picture.png", CT_IMAGE_MODE_UNCHANGED, &again));
	printf("%d\n", ((const unsigned char *)ct_tensor_data(again))[1]);
	ct_tensor_free(image);
	ct_tensor_free(again);
	return 0;
}
