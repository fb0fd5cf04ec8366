/*
 * Saving: what values and tensors share: errors, and constants of torch.
 */
#include <stdarg.h>
#include <stdio.h>

#include <ctorch/core/dtype.h>

#include "core/base/names.h"
#include "core/base/shown.h"
#include "core/base/utf8.h"
#include "files/torch/saver.h"

ct_error ct_saver_wrong(const struct ct_saver *self, const char *format, ...)
{
	const char *key = self->key.data ? self->key.data : "";
	char text[300], shown[CT_SHOWN];
	va_list list;

	va_start(list, format);
	ct_format_printable(text, sizeof text, format, list);
	va_end(list);
	if (*key == '\0')
		return ct_error_new(CT_ERROR_VALUE, self->function, "%s", text);
	return ct_error_new(CT_ERROR_VALUE, self->function, "'%s': %s", ct_shown(key, shown), text);
}

void ct_save_dtype(struct ct_saver *self, ct_dtype dtype)
{
	ct_pickle_named(&self->pickler, "torch", ct_dtype_name(dtype));
}

void ct_save_layout(struct ct_saver *self, ct_layout layout)
{
	char text[32];
	const int n = snprintf(text, sizeof text, "torch.%s", ct_name_of_layout(layout));

	if (ct_pickle_refer(&self->pickler, 'L', &layout, sizeof layout))
		return;
	ct_pickle_named(&self->pickler, "torch.serialization", "_get_layout");
	ct_pickle_text(&self->pickler, text, (size_t)n);
	ct_pickle_tuple(&self->pickler, 1);
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_remember(&self->pickler, 'L', &layout, sizeof layout);
}
