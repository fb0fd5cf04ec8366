/*
 * Inside the library: the parts of a drawing in SVG.
 */
#ifndef CT_TRAIN_SVG_H
#define CT_TRAIN_SVG_H

#include "core/base/text.h"
#include "train/curves.h"

enum { CT_SVG_COLORS = 8 };

/* Text between tags. Bytes that are not UTF-8, and characters that XML does not have, become
 * U+FFFD. */
void ct_svg_add_escaped(struct ct_text *text, const char *string);

/* How many characters are shown. */
int64_t ct_svg_length(const char *string);

/* The colors of light and dark pages. */
void ct_svg_add_style(struct ct_text *text);

/* A curve's line, in the color of its place, with points if there are few; or only the points. */
void ct_svg_add_curve(struct ct_text *text, const struct ct_curve *curve, int64_t place,
		      bool only_points, const struct ct_axis *x, const struct ct_axis *y);

/* The area between two curves. */
void ct_svg_add_band(struct ct_text *text, const struct ct_curve *lower,
		     const struct ct_curve *upper, const struct ct_axis *x,
		     const struct ct_axis *y);

/* Whether a number can be drawn. */
bool ct_svg_has_place(const struct ct_axis *y, double number);

#endif
