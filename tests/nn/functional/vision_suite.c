/*
 * Interpolation, grids and columns of images compared with Python.
 */
#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_vision");
}

#define RESIZE(...) CT(nn_interpolate, OUT, X(0), __VA_ARGS__)

START_TEST(every_mode_is_pythons)
{
	static const char *const modes[] = { "nearest", "nearest-exact", "area" };
	char name[80];

	for (int i = 0; i < 3; i++) {
#define NAMED(format) (snprintf(name, sizeof name, "interpolate %s " format, modes[i]), name)
		RUN(NAMED("3D"), RESIZE(CT_L(8), .mode = modes[i]));
		RUN(NAMED("4D"), RESIZE(CT_L(7, 3), .mode = modes[i]));
		RUN(NAMED("5D"), RESIZE(CT_L(3, 2, 5), .mode = modes[i]));
		RUN(NAMED("scale"), RESIZE(.scale_factor = CT_FLOATS(1.7, 0.6), .mode = modes[i]));
		RUN(NAMED("one scale"), RESIZE(.scale_factor = CT_FLOATS(1.5), .mode = modes[i]));
	}
	RUN("interpolate not recomputed",
	    RESIZE(.scale_factor = CT_FLOATS(1.7), .recompute_scale_factor = false));
	RUN("interpolate bytes", RESIZE(CT_L(3)));
	RUN("interpolate double", RESIZE(CT_L(7), .mode = "linear"));
}
END_TEST

START_TEST(interpolating_modes_have_corners)
{
	static const struct {
		const char *name;
		int64_t dims;
	} modes[] = { { "linear", 1 }, { "bilinear", 2 }, { "bicubic", 2 }, { "trilinear", 3 } };
	char name[80];

	for (int i = 0; i < 4; i++) {
		const char *mode = modes[i].name;
		const ct_ints size = { (const int64_t[]){ 7, 3, 5 }, modes[i].dims };
		const ct_floats scale = { (const double[]){ 1.7, 0.6, 2.0 }, modes[i].dims };

#undef NAMED
#define NAMED(end) (snprintf(name, sizeof name, "interpolate %s" end, mode), name)
		RUN(NAMED(""), RESIZE(CT_L(6), .mode = mode));
		RUN(NAMED(" corners"), RESIZE(size, .mode = mode, .align_corners = true));
		RUN(NAMED(" scale"),
		    RESIZE(.scale_factor = scale, .mode = mode, .align_corners = false));
		RUN(NAMED(" recomputed"), RESIZE(.scale_factor = CT_FLOATS(1.7), .mode = mode,
						 .recompute_scale_factor = true));
	}
}
END_TEST

START_TEST(antialiasing_is_pythons)
{
	static const char *const modes[] = { "bilinear", "bicubic", "lanczos" };
	char name[80];

	for (int i = 0; i < 3; i++) {
		const char *mode = modes[i];

		RUN(NAMED(" antialias"), RESIZE(CT_L(3, 4), .mode = mode, .antialias = true));
		RUN(NAMED(" antialias scale"),
		    RESIZE(.scale_factor = CT_FLOATS(0.6), .mode = mode, .antialias = true));
	}
	RUN("interpolate bilinear antialias corners",
	    RESIZE(CT_L(3, 4), .mode = "bilinear", .align_corners = true, .antialias = true));
}
END_TEST

START_TEST(wrong_calls_are_refused_as_by_python)
{
	RUN("interpolate corners of nearest", RESIZE(CT_L(3), .align_corners = false));
	RUN("interpolate corners of area", RESIZE(CT_L(3), .mode = "area", .align_corners = true));
	RUN("interpolate both", RESIZE(CT_L(3), CT_FLOATS(2)));
	RUN("interpolate neither", RESIZE(.antialias = false));
	RUN("interpolate sizes", RESIZE(CT_L(3, 4, 5)));
	RUN("interpolate scales", RESIZE(.scale_factor = CT_FLOATS(2, 0.5, 1e-5)));
	RUN("interpolate sizes of few dims", RESIZE(CT_L(3, 4)));
	RUN("interpolate recomputed size", RESIZE(CT_L(3), .recompute_scale_factor = true));
	RUN("interpolate antialias of nearest", RESIZE(CT_L(3), .antialias = true));
	RUN("interpolate antialias of 3D", RESIZE(CT_L(3), .mode = "linear", .antialias = true));
	RUN("interpolate antialias of bilinear 3D",
	    RESIZE(CT_L(3), .mode = "bilinear", .antialias = true));
	RUN("interpolate lanczos corners",
	    RESIZE(CT_L(3), .mode = "lanczos", .align_corners = true, .antialias = true));
	RUN("interpolate lanczos plain", RESIZE(CT_L(3), .mode = "lanczos"));
	RUN("interpolate lanczos 3D", RESIZE(CT_L(3), .mode = "lanczos"));
	RUN("interpolate bicubic 3D", RESIZE(CT_L(3), .mode = "bicubic"));
	RUN("interpolate linear 4D", RESIZE(CT_L(3), .mode = "linear"));
	RUN("interpolate linear 5D", RESIZE(CT_L(3), .mode = "linear"));
	RUN("interpolate bilinear 3D", RESIZE(CT_L(3), .mode = "bilinear"));
	RUN("interpolate bilinear 5D", RESIZE(CT_L(3), .mode = "bilinear"));
	RUN("interpolate trilinear 3D", RESIZE(CT_L(3), .mode = "trilinear"));
	RUN("interpolate trilinear 4D", RESIZE(CT_L(3), .mode = "trilinear"));
	RUN("interpolate 2D", RESIZE(CT_L(3)));
	RUN("interpolate 6D", RESIZE(CT_L(3)));
	RUN("interpolate unknown", RESIZE(CT_L(3), .mode = "cubic"));
	RUN("interpolate unknown corners", RESIZE(CT_L(3), .mode = "cubic", .align_corners = true));
	RUN("interpolate unknown antialias", RESIZE(CT_L(3), .mode = "cubic", .antialias = true));
	RUN("interpolate size 0", RESIZE(CT_L(0)));
	RUN("interpolate scale 0", RESIZE(.scale_factor = CT_FLOATS(0.1)));
	RUN("interpolate long", RESIZE(CT_L(3)));
}
END_TEST

START_TEST(older_names_interpolate)
{
	RUN("upsample", CT(nn_upsample, OUT, X(0), CT_L(3)));
	RUN("upsample bilinear", CT(nn_upsample, OUT, X(0), .scale_factor = CT_FLOATS(1.5),
				    .mode = "bilinear", .align_corners = true));
	RUN("upsample wrong",
	    CT(nn_upsample, OUT, X(0), CT_L(3), .mode = "nearest", .align_corners = true));
	RUN("upsample_nearest", CT(nn_upsample_nearest, OUT, X(0), CT_L(3)));
	RUN("upsample_nearest scale",
	    CT(nn_upsample_nearest, OUT, X(0), .scale_factor = CT_FLOATS(2)));
	RUN("upsample_bilinear", CT(nn_upsample_bilinear, OUT, X(0), CT_L(3, 7)));
	RUN("upsample_bilinear scale",
	    CT(nn_upsample_bilinear, OUT, X(0), .scale_factor = CT_FLOATS(1.5, 0.5)));
	RUN("upsample_bilinear 3D", CT(nn_upsample_bilinear, OUT, X(0), CT_L(3)));
}
END_TEST

#define SAMPLE(...) CT(nn_grid_sample, OUT, X(0), X(1), __VA_ARGS__)

START_TEST(grids_are_sampled_as_by_python)
{
	static const char *const modes[] = { "bilinear", "nearest", "bicubic" };
	static const char *const paddings[] = { "zeros", "border", "reflection" };
	char name[80];

	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			snprintf(name, sizeof name, "grid_sample %s %s", modes[i], paddings[j]);
			RUN(name, SAMPLE(modes[i], paddings[j], false));
		}
		snprintf(name, sizeof name, "grid_sample %s corners", modes[i]);
		RUN(name, SAMPLE(modes[i], .align_corners = true));
	}
	RUN("grid_sample", CT(nn_grid_sample, OUT, X(0), X(1)));
	RUN("grid_sample 5D", SAMPLE(.align_corners = true));
	RUN("grid_sample mode", SAMPLE("linear"));
	RUN("grid_sample padding", SAMPLE("nearest", "circular"));
	RUN("grid_sample both wrong", SAMPLE("linear", "circular"));
	RUN("grid_sample wrong grid", CT(nn_grid_sample, OUT, X(0), X(1)));
}
END_TEST

START_TEST(affine_grids_are_pythons)
{
	RUN("affine_grid 2D", CT(nn_affine_grid, OUT, X(0), CT_L(2, 1, 3, 4)));
	RUN("affine_grid 2D corners", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 3, 2), true));
	RUN("affine_grid 3D", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 2, 3, 2), false));
	RUN("affine_grid of one corner", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 1, 3), true));
	RUN("affine_grid long", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 3, 2)));
	RUN("affine_grid theta 2D", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 3, 2)));
	RUN("affine_grid theta 3D", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 3, 2, 2)));
	RUN("affine_grid size", CT(nn_affine_grid, OUT, X(0), CT_L(1, 3, 2)));
	RUN("affine_grid empty", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 0, 2)));
	RUN("affine_grid negative", CT(nn_affine_grid, OUT, X(0), CT_L(-1, 1, 3, 2), true));
	RUN("affine_grid batch", CT(nn_affine_grid, OUT, X(0), CT_L(1, 1, 3, 2)));
}
END_TEST

START_TEST(columns_are_pythons)
{
	RUN("unfold", CT(nn_unfold, OUT, X(0), CT_L(2, 3)));
	RUN("unfold number", CT(nn_unfold, OUT, X(0), CT_L(2)));
	RUN("unfold all", CT(nn_unfold, OUT, X(0), CT_L(2), CT_L(2), CT_L(1, 0), CT_L(2, 1)));
	RUN("unfold named", CT(nn_unfold, OUT, X(0), CT_L(2, 2), .padding = CT_L(1)));
	RUN("unfold few dims", CT(nn_unfold, OUT, X(0), CT_L(2)));
	RUN("unfold big kernel", CT(nn_unfold, OUT, X(0), CT_L(6)));
	RUN("fold", CT(nn_fold, OUT, X(0), CT_L(4, 5), CT_L(2, 3)));
	RUN("fold number", CT(nn_fold, OUT, X(0), CT_L(4), CT_L(2)));
	RUN("fold all",
	    CT(nn_fold, OUT, X(0), CT_L(3, 4), CT_L(2), CT_L(1, 2), CT_L(1, 0), CT_L(2, 1)));
	RUN("fold wrong columns", CT(nn_fold, OUT, X(0), CT_L(4), CT_L(2)));
	RUN("fold wrong channels", CT(nn_fold, OUT, X(0), CT_L(4), CT_L(2)));
}
END_TEST

#define ALL CT_L(2, 1), .padding = CT_L(1, 2), .groups = 2

START_TEST(gradients_of_convolutions_are_pythons)
{
	RUN("conv1d_input", CT(nn_grad_conv1d_input, OUT, CT_L(2, 3, 7), X(0), X(1)));
	RUN("conv1d_input all",
	    CT(nn_grad_conv1d_input, OUT, CT_L(2, 4, 9), X(0), X(1), CT_L(2), CT_L(1), CT_L(2), 2));
	RUN("conv1d_weight", CT(nn_grad_conv1d_weight, OUT, X(0), CT_L(4, 3, 3), X(1)));
	RUN("conv2d_input", CT(nn_grad_conv2d_input, OUT, CT_L(1, 2, 5, 6), X(0), X(1)));
	RUN("conv2d_input all", CT(nn_grad_conv2d_input, OUT, CT_L(1, 2, 5, 6), X(0), X(1), ALL));
	RUN("conv2d_weight", CT(nn_grad_conv2d_weight, OUT, X(0), CT_L(3, 2, 2, 3), X(1)));
	RUN("conv2d_weight all", CT(nn_grad_conv2d_weight, OUT, X(0), CT_L(4, 1, 2, 3), X(1), ALL));
	RUN("conv3d_input", CT(nn_grad_conv3d_input, OUT, CT_L(1, 1, 3, 4, 5), X(0), X(1)));
	RUN("conv3d_weight", CT(nn_grad_conv3d_weight, OUT, X(0), CT_L(2, 1, 2, 2, 2), X(1)));
	RUN("conv2d_input wrong size", CT(nn_grad_conv2d_input, OUT, CT_L(1, 2, 5), X(0), X(1)));
	assert_all_ran();
}
END_TEST

Suite *vision_suite(void)
{
	Suite *suite = suite_create("vision");
	TCase *tests = tests_of("vision");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, every_mode_is_pythons);
	tcase_add_test(tests, interpolating_modes_have_corners);
	tcase_add_test(tests, antialiasing_is_pythons);
	tcase_add_test(tests, wrong_calls_are_refused_as_by_python);
	tcase_add_test(tests, older_names_interpolate);
	tcase_add_test(tests, grids_are_sampled_as_by_python);
	tcase_add_test(tests, affine_grids_are_pythons);
	tcase_add_test(tests, columns_are_pythons);
	tcase_add_test(tests, gradients_of_convolutions_are_pythons);
	suite_add_tcase(suite, tests);
	return suite;
}
