/*
 * write_pictures FOLDER: for each case of tests/data/expected/image.json that is about levels,
 * writes its image as FOLDER/NUMBER.png, for read_pictures.py.
 */
#include "support.h"

int main(int argc, char **argv)
{
	json_t *cases = expected_cases("image"), *of_case;
	size_t i;

	MUST(argc == 2);
	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "levels")) {
			const ct_image_options options = image_options_of(of_case);
			ct_tensor *image = expected_tensor(of_case, "input");
			char path[512];

			snprintf(path, sizeof path, "%s/%d.png", argv[1],
				 (int)expected_int(of_case, "place"));
			CT_CHECK(ct_image_write_png(image, path, &options));
			ct_tensor_free(image);
		}
	json_decref(cases);
	return 0;
}
