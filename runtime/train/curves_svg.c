/*
 * Learning curves as a drawing: a title, a legend, axes with ticks, lines.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "train/svg.h"

enum {
	LEFT = 62,
	RIGHT = 22,
	BOTTOM = 46,
	TOP = 14,
	TITLE = 26, /* the height of these rows */
	LEGEND_ROW = 20,
	Y_LABEL = 18,
	SAMPLE = 18,   /* the line of a curve in the legend */
	CHARACTER = 7, /* about the width of one */
	MIN_SIZE = 160,
	MAX_SIZE = 10000
};

struct drawing {
	ct_curves_svg_options options;
	const struct ct_curve **curves; /* lines and points */
	int64_t len;
	const struct ct_curve *lower, *upper; /* of the band; NULL: there is none */
	struct ct_axis x, y;
	struct ct_text *text;
};

/* --- what to draw ----------------------------------------------------------------------------- */

static ct_error check_options(ct_curves_svg_options *options, const char *function)
{
	options->width = options->width ? options->width : 720;
	options->height = options->height ? options->height : 400;
	options->x_label = options->x_label ? options->x_label : "step";
	options->x_scale = options->x_scale != 0 ? options->x_scale : 1;
	if (!(options->x_scale > 0 && options->x_scale <= 1e100))
		return ct_error_new(CT_ERROR_VALUE, function, "x_scale is %g, but must be positive",
				    options->x_scale);
	if (!options->band_lower != !options->band_upper)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "a band needs both band_lower and band_upper");
	if (options->width >= MIN_SIZE && options->width <= MAX_SIZE &&
	    options->height >= MIN_SIZE && options->height <= MAX_SIZE)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "the size is %d x %d, but width and height must be from %d to %d",
			    options->width, options->height, MIN_SIZE, MAX_SIZE);
}

static ct_error find_curve(const ct_curves *self, const char *name, const char *function,
			   const struct ct_curve **result)
{
	*result = ct_curve_find(self, name);
	return *result ? NULL
		       : ct_error_new(CT_ERROR_KEY, function, "unknown curve '%s'",
				      name ? name : "");
}

static ct_error find_band(struct drawing *d, const ct_curves *self, const char *function)
{
	if (d->options.band_lower == NULL)
		return NULL;
	CT_TRY(find_curve(self, d->options.band_lower, function, &d->lower));
	return find_curve(self, d->options.band_upper, function, &d->upper);
}

static ct_error choose_curves(struct drawing *d, const ct_curves *self, const char *function)
{
	const bool all = d->options.names == NULL;
	const int64_t n = all ? self->len : d->options.names_len;
	const struct ct_curve *curve;

	CT_TRY(find_band(d, self, function));
	d->curves = ct_array_new(n, sizeof(struct ct_curve *));
	if (d->curves == NULL)
		return ct_no_memory(function, "for a drawing");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(find_curve(self, all ? self->at[i].name : d->options.names[i], function,
				  &curve));
		if (curve != d->lower && curve != d->upper)
			d->curves[d->len++] = curve;
	}
	return d->options.points ? find_curve(self, d->options.points, function, &curve) : NULL;
}

static void include(struct ct_axis *axis, double number)
{
	const double at = axis->is_log ? log10(number) : number;

	axis->min = fmin(axis->min, at);
	axis->max = fmax(axis->max, at);
}

/* Some room around the numbers. */
static void widen(struct ct_axis *axis, double least, double part)
{
	double room;

	if (axis->min > axis->max) { /* there are no numbers */
		axis->min = 0;
		axis->max = 1;
	}
	room = part * (axis->max - axis->min);
	if (axis->max - axis->min <= 1e-12 * fmax(fabs(axis->max), fabs(axis->min)))
		room = fmax(least, 0.1 * fabs(axis->max));
	axis->min -= room;
	axis->max += room;
}

static void include_curve(struct drawing *d, const struct ct_curve *curve)
{
	for (int64_t i = 0; curve && i < curve->len; i++) {
		if (!ct_svg_has_place(&d->y, curve->values[i]))
			continue;
		include(&d->x, d->x.scale * (double)curve->steps[i]);
		include(&d->y, curve->values[i]);
	}
}

static void find_ranges(struct drawing *d)
{
	d->x = (struct ct_axis){ .min = INFINITY, .max = -INFINITY };
	d->y = (struct ct_axis){ .min = INFINITY, .max = -INFINITY, .is_log = d->options.log_y };
	d->x.scale = d->options.x_scale;
	d->x.is_whole = d->x.scale == 1;
	for (int64_t i = 0; i < d->len; i++)
		include_curve(d, d->curves[i]);
	include_curve(d, d->lower);
	include_curve(d, d->upper);
	widen(&d->x, d->x.scale, 0);
	widen(&d->y, d->y.is_log ? 0.3 : 1e-3, 0.05);
}

/* --- the legend ------------------------------------------------------------------------------- */

static bool is_points(const struct drawing *d, int64_t i)
{
	return d->options.points && strcmp(d->curves[i]->name, d->options.points) == 0;
}

/* The curves, then the band. */
static int64_t count_entries(const struct drawing *d)
{
	return d->len + (d->lower && d->options.band_label);
}

static const char *entry_label(const struct drawing *d, int64_t i)
{
	return i < d->len ? d->curves[i]->name : d->options.band_label;
}

static int entry_width(const struct drawing *d, int64_t i)
{
	return SAMPLE + 6 + (int)ct_svg_length(entry_label(d, i)) * CHARACTER + 18;
}

static void add_sample(const struct drawing *d, int64_t i, int x, int y)
{
	if (i == d->len)
		ct_text_addf(d->text, "<g class=\"band c0\"><path d=\"M%d %dh%dv10h-%dz\"/></g>", x,
			     y - 5, SAMPLE, SAMPLE);
	else if (is_points(d, i))
		ct_text_addf(d->text,
			     "<g class=\"curve c%d\"><circle cx=\"%d\" cy=\"%d\" r=\"2.6\"/></g>",
			     (int)(i % CT_SVG_COLORS), x + SAMPLE / 2, y);
	else
		ct_text_addf(d->text, "<g class=\"curve c%d\"%s><path d=\"M%d %dh%d\"/></g>",
			     (int)(i % CT_SVG_COLORS),
			     i < CT_SVG_COLORS ? "" : " stroke-dasharray=\"6 4\"", x, y, SAMPLE);
}

static void add_entry(const struct drawing *d, int64_t i, int x, int y)
{
	add_sample(d, i, x, y);
	ct_text_addf(d->text, "<text x=\"%d\" y=\"%d\">", x + SAMPLE + 6, y + 4);
	ct_svg_add_escaped(d->text, entry_label(d, i));
	ct_text_add(d->text, "</text>\n");
}

/* Returns the number of its rows. */
static int add_legend(const struct drawing *d, int top)
{
	int x = LEFT, rows = 1;

	for (int64_t i = 0; i < count_entries(d); i++) {
		const int width = entry_width(d, i);

		if (x > LEFT && x + width > d->options.width - RIGHT) {
			x = LEFT;
			rows++;
		}
		add_entry(d, i, x, top + (rows - 1) * LEGEND_ROW + LEGEND_ROW / 2);
		x += width;
	}
	return count_entries(d) ? rows : 0;
}

/* --- axes ------------------------------------------------------------------------------------- */

static void add_label(const struct drawing *d, const char *kind, double x, double y,
		      const char *label)
{
	ct_text_addf(d->text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
	ct_svg_add_escaped(d->text, label);
	ct_text_add(d->text, "</text>\n");
}

static void add_tick_label(const struct drawing *d, const struct ct_axis *axis, double tick,
			   const char *kind, double x, double y)
{
	ct_text_addf(d->text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
	ct_axis_add_label(axis, tick, d->text);
	ct_text_add(d->text, "</text>\n");
}

static void add_y_axis(const struct drawing *d)
{
	for (int i = 0; i < d->y.ticks_len; i++) {
		const double at = ct_axis_place(&d->y, d->y.ticks[i]);

		ct_text_addf(d->text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", d->x.from,
			     at, d->x.to);
		add_tick_label(d, &d->y, d->y.ticks[i], "end", d->x.from - 8, at + 4);
	}
}

static void add_x_axis(const struct drawing *d)
{
	ct_text_addf(d->text, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", d->x.from,
		     d->y.from, d->x.to);
	for (int i = 0; i < d->x.ticks_len; i++) {
		const double at = ct_axis_place(&d->x, d->x.ticks[i]);

		ct_text_addf(d->text, "<path class=\"axis\" d=\"M%.1f %.1fv4\"/>\n", at, d->y.from);
		add_tick_label(d, &d->x, d->x.ticks[i], "middle", at, d->y.from + 18);
	}
	add_label(d, "middle weak", (d->x.from + d->x.to) / 2, d->y.from + 36, d->options.x_label);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void curves_svg_add_head(const struct drawing *d)
{
	const ct_curves_svg_options *o = &d->options;

	ct_text_addf(d->text,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		     "viewBox=\"0 0 %d %d\" role=\"img\">\n",
		     o->width, o->height, o->width, o->height);
	if (o->title) {
		ct_text_add(d->text, "<title>");
		ct_svg_add_escaped(d->text, o->title);
		ct_text_add(d->text, "</title>\n");
	}
	ct_svg_add_style(d->text);
	ct_text_addf(d->text, "<rect class=\"back\" width=\"%d\" height=\"%d\"/>\n", o->width,
		     o->height);
}

/* The rows above the axes; then the place of the axes is known. */
static void add_rows_above(struct drawing *d)
{
	const ct_curves_svg_options *o = &d->options;
	int top = TOP;

	if (o->title) {
		add_label(d, "title", LEFT, top + 12, o->title);
		top += TITLE;
	}
	top += add_legend(d, top) * LEGEND_ROW;
	if (o->y_label) {
		add_label(d, "weak", LEFT, top + 14, o->y_label);
		top += Y_LABEL;
	}
	d->x.from = LEFT;
	d->x.to = o->width - RIGHT;
	d->y.from = o->height - BOTTOM;
	d->y.to = fmin(top + 8, d->y.from - 20);
}

static void add_drawing(struct drawing *d)
{
	curves_svg_add_head(d);
	find_ranges(d);
	add_rows_above(d);
	ct_axis_choose_ticks(&d->x, (int)((d->x.to - d->x.from) / 75));
	ct_axis_choose_ticks(&d->y, (int)((d->y.from - d->y.to) / 34));
	add_y_axis(d);
	add_x_axis(d);
	if (d->lower)
		ct_svg_add_band(d->text, d->lower, d->upper, &d->x, &d->y);
	for (int64_t i = 0; i < d->len; i++)
		ct_svg_add_curve(d->text, d->curves[i], i, is_points(d, i), &d->x, &d->y);
	ct_text_add(d->text, "</svg>\n");
}

static ct_error draw(const ct_curves *self, const ct_curves_svg_options *options,
		     struct ct_text *text, const char *function)
{
	struct drawing d = { .text = text };
	ct_error error;

	if (options)
		d.options = *options;
	error = check_options(&d.options, function);
	if (error == NULL)
		error = choose_curves(&d, self, function);
	if (error == NULL)
		add_drawing(&d);
	free(d.curves);
	return error;
}

ct_error ct_curves_to_svg(const ct_curves *self, const ct_curves_svg_options *options,
			  char **result)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	CT_TRY(draw(self, options, &text, __func__));
	return ct_text_give(&text, __func__, result);
}

ct_error ct_curves_save_svg(const ct_curves *self, const char *path,
			    const ct_curves_svg_options *options)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	CT_TRY(draw(self, options, &text, __func__));
	return ct_curves_write(&text, path, __func__);
}
