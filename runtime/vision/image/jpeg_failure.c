#include "vision/image/jpeg_failure.h"

#include <jerror.h>

static void fail(j_common_ptr jpeg)
{
	struct jpeg_failure *self = (struct jpeg_failure *)jpeg->err;

	jpeg->err->format_message(jpeg, self->message);
	longjmp(self->jump, 1);
}

/* Level -1 is a warning. All but these two mean damaged data, which takes as long to decode as a
 * whole image, so it is left at the first one. */
static void note(j_common_ptr jpeg, int level)
{
	const struct jpeg_failure *self = (const struct jpeg_failure *)jpeg->err;
	const int code = jpeg->err->msg_code;

	if (level < 0 && !self->is_lenient && code != JWRN_JFIF_MAJOR && code != JWRN_ADOBE_XFORM)
		fail(jpeg);
}

static void be_quiet(j_common_ptr jpeg)
{
	(void)jpeg;
}

struct jpeg_error_mgr *ct_jpeg_manager(struct jpeg_failure *self)
{
	jpeg_std_error(&self->manager);
	self->manager.error_exit = fail;
	self->manager.emit_message = note;
	self->manager.output_message = be_quiet;
	return &self->manager;
}
