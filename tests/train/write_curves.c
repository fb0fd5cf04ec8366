/*
 * write_curves FOLDER: curves as drawings and tables, under a locale with a decimal comma if there is
 * one; read_curves.py reads them.
 */
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/train/train.h>

static void save(const ct_curves *curves, const char *folder, const char *name,
		 ct_curves_svg_options options)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/%s.svg", folder, name);
	CT_CHECK(ct_curves_save_svg(curves, path, &options));
	snprintf(path, sizeof path, "%s/%s.csv", folder, name);
	CT_CHECK(ct_curves_save_csv(curves, path));
}

/* ORDER CURVES: read_curves.py */
static void write_few(const char *folder)
{
	ct_curves *curves;

	CT_CHECK(ct_curves_new(&curves));
	for (int i = 0; i < 12; i++) {
		CT_CHECK(ct_curves_add(curves, "train, \"loss\" <&>", i * 5, pow(0.5, i) + 0.125));
		CT_CHECK(ct_curves_add(curves, "gap", i * 5, i % 5 == 3 ? NAN : 0.5 + i / 16.0));
	}
	CT_CHECK(ct_curves_add(curves, "bad \xff\x01 \xc3\xa9", 7, 1e-3));
	save(curves, folder, "few",
	     (ct_curves_svg_options){ .title = "A < B & \"C\"", .y_label = "loss", .width = 600 });
	save(curves, folder, "log", (ct_curves_svg_options){ .log_y = true, .height = 300 });
	ct_curves_free(curves);
}

static void write_many(const char *folder)
{
	ct_curves *curves;

	CT_CHECK(ct_curves_new(&curves));
	for (int i = 0; i < 100000; i++)
		CT_CHECK(ct_curves_add(curves, "many", i, i == 54321 ? 9.5 : sin(i / 9000.0)));
	save(curves, folder, "many", (ct_curves_svg_options){ .title = "Many" });
	ct_curves_free(curves);
}

static void write_none(const char *folder)
{
	ct_curves *curves;

	CT_CHECK(ct_curves_new(&curves));
	save(curves, folder, "none", (ct_curves_svg_options){ .title = NULL });
	CT_CHECK(ct_curves_add(curves, "nan", 3, NAN));
	CT_CHECK(ct_curves_add(curves, "huge", 3, 1e308));
	CT_CHECK(ct_curves_add(curves, "huge", 4, -1e300));
	CT_CHECK(ct_curves_add(curves, "huge", 4, 1e300));
	save(curves, folder, "odd", (ct_curves_svg_options){ .title = NULL });
	ct_curves_free(curves);
}

int main(int argc, char **argv)
{
	const char *folder = argc > 1 ? argv[1] : ".";

	setlocale(LC_ALL, "de_DE.UTF-8");
	write_few(folder);
	write_many(folder);
	write_none(folder);
	return 0;
}
