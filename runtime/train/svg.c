/*
 * Parts of SVG: text, colors, lines of curves.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/base/utf8.h"
#include "train/svg.h"

/* --- text ------------------------------------------------------------------------------------- */

static bool is_of_xml(uint32_t c)
{
	return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800) ||
	       (c >= 0xe000 && c < 0xfffe) || c >= 0x10000;
}

static const char *entity(uint32_t c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	default:
		return NULL;
	}
}

void ct_svg_add_escaped(struct ct_text *text, const char *string)
{
	const char *at = string, *end = string + strlen(string);

	while (*at) {
		uint32_t character = 0;
		const size_t n = ct_utf8_decode(at, (size_t)(end - at), &character);

		if (n == 0 || !is_of_xml(character))
			ct_text_add(text, "\xef\xbf\xbd");
		else if (entity(character))
			ct_text_add(text, entity(character));
		else
			ct_text_add_bytes(text, at, n);
		at += n ? n : 1;
	}
}

int64_t ct_svg_length(const char *string)
{
	int64_t n = 0;

	for (; *string; string++)
		n += ((unsigned char)*string & 0xc0) != 0x80;
	return n;
}

/* --- colors ---------------------------------------------------------------------------------- */

static const char light[] = ".back{fill:#fff}text{fill:#333}.weak{fill:#666}"
			    ".grid{stroke:#e4e4e4}.axis{stroke:#999}";
static const char dark[] = ".back{fill:#16181c}text{fill:#ddd}.weak{fill:#999}"
			   ".grid{stroke:#2c3036}.axis{stroke:#777}";

/* Distinct for color-blind readers, too. */
static const char *const on_light[CT_SVG_COLORS] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
						     "#8a6d00", "#56b4e9", "#7b52ab", "#555555" };
static const char *const on_dark[CT_SVG_COLORS] = { "#4aa8e0", "#ff8a3d", "#35c99b", "#e79ac4",
						    "#e6c229", "#8fd0ff", "#b08be0", "#bbbbbb" };

static void add_colors(struct ct_text *text, const char *const colors[CT_SVG_COLORS])
{
	for (int i = 0; i < CT_SVG_COLORS; i++)
		ct_text_addf(text, ".c%d{stroke:%s}.c%d circle{fill:%s}", i, colors[i], i,
			     colors[i]);
	ct_text_addf(text, ".band{fill:%s}", colors[0]);
}

void ct_svg_add_style(struct ct_text *text)
{
	ct_text_add(text, "<style>\n"
			  "text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,"
			  "\"DejaVu Sans\",sans-serif;font-size:12px}\n"
			  ".title{font-size:15px;font-weight:600}\n"
			  ".end{text-anchor:end}.middle{text-anchor:middle}\n"
			  ".curve{fill:none;stroke-width:1.8;stroke-linejoin:round;"
			  "stroke-linecap:round}\n"
			  ".curve circle{stroke:none}.band path{stroke:none;fill-opacity:.22}\n");
	ct_text_add(text, light);
	add_colors(text, on_light);
	ct_text_add(text, "\n@media (prefers-color-scheme:dark){");
	ct_text_add(text, dark);
	add_colors(text, on_dark);
	ct_text_add(text, "}\n</style>\n");
}

/* --- lines ------------------------------------------------------------------------------------ */

enum { FEW_POINTS = 40 };

/* Differences of larger numbers may be infinite. */
#define MOST 1e300

bool ct_svg_has_place(const struct ct_axis *y, double number)
{
	return fabs(number) <= MOST && (!y->is_log || number > 0);
}

/* Writes points as a line. */
struct pen {
	struct ct_text *text;
	const struct ct_curve *curve;
	const struct ct_axis *x, *y;
	int64_t run; /* points since the last gap */
};

static double place_of_step(const struct pen *pen, int64_t i)
{
	return ct_axis_place(pen->x, pen->x->scale * (double)pen->curve->steps[i]);
}

static void draw_to(struct pen *pen, int64_t i)
{
	ct_text_addf(pen->text, "%c%.1f %.1f", pen->run++ == 0 ? 'M' : 'L', place_of_step(pen, i),
		     ct_axis_place(pen->y, pen->curve->values[i]));
}

/* A point alone is a line of length 0, whose round ends make it a dot. */
static void lift(struct pen *pen)
{
	if (pen->run == 1)
		ct_text_add(pen->text, "h0");
	pen->run = 0;
}

static int64_t column_of(const struct pen *pen, int64_t i)
{
	return (int64_t)floor(place_of_step(pen, i));
}

/* The end of the points from `first` on that are in one column of pixels, without a gap. */
static int64_t end_of_column(const struct pen *pen, int64_t first)
{
	int64_t i = first + 1;

	while (i < pen->curve->len && ct_svg_has_place(pen->y, pen->curve->values[i]) &&
	       column_of(pen, i) == column_of(pen, first))
		i++;
	return i;
}

/* The first, the smallest, the largest and the last one, each once and in their order. */
static void draw_column(struct pen *pen, int64_t first, int64_t end)
{
	const double *values = pen->curve->values;
	int64_t least = first, most = first;

	for (int64_t i = first; i < end; i++) {
		least = values[i] < values[least] ? i : least;
		most = values[i] > values[most] ? i : most;
	}
	for (int64_t i = first; i < end; i++)
		if (i == first || i == least || i == most || i == end - 1)
			draw_to(pen, i);
}

static void add_path(struct pen *pen)
{
	int64_t end;

	ct_text_add(pen->text, "<path d=\"");
	for (int64_t i = 0; i < pen->curve->len; i = end) {
		end = i + 1;
		if (!ct_svg_has_place(pen->y, pen->curve->values[i])) {
			lift(pen);
			continue;
		}
		end = end_of_column(pen, i);
		draw_column(pen, i, end);
	}
	lift(pen);
	ct_text_add(pen->text, "\"/>\n");
}

static void add_points(const struct pen *pen)
{
	for (int64_t i = 0; i < pen->curve->len; i++)
		if (ct_svg_has_place(pen->y, pen->curve->values[i]))
			ct_text_addf(pen->text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\"/>\n",
				     place_of_step(pen, i),
				     ct_axis_place(pen->y, pen->curve->values[i]));
}

void ct_svg_add_curve(struct ct_text *text, const struct ct_curve *curve, int64_t place,
		      bool only_points, const struct ct_axis *x, const struct ct_axis *y)
{
	struct pen pen = { text, curve, x, y, 0 };

	ct_text_addf(text, "<g class=\"curve c%d\"%s>\n<title>", (int)(place % CT_SVG_COLORS),
		     place < CT_SVG_COLORS ? "" : " stroke-dasharray=\"6 4\"");
	ct_svg_add_escaped(text, curve->name);
	ct_text_add(text, "</title>\n");
	if (!only_points)
		add_path(&pen);
	if (only_points || curve->len <= FEW_POINTS)
		add_points(&pen);
	ct_text_add(text, "</g>\n");
}

/* There along the upper curve, back along the lower one. */
void ct_svg_add_band(struct ct_text *text, const struct ct_curve *lower,
		     const struct ct_curve *upper, const struct ct_axis *x, const struct ct_axis *y)
{
	struct pen pen = { text, upper, x, y, 0 };

	ct_text_add(text, "<g class=\"band c0\"><path d=\"");
	for (int64_t i = 0; i < upper->len; i++)
		if (ct_svg_has_place(y, upper->values[i]))
			draw_to(&pen, i);
	pen.curve = lower;
	for (int64_t i = lower->len; i-- > 0;)
		if (ct_svg_has_place(y, lower->values[i]))
			draw_to(&pen, i);
	ct_text_add(text, pen.run ? "z\"/></g>\n" : "\"/></g>\n");
}
