#include "image/jpeg_failure.h"

static void fail(j_common_ptr jpeg)
{
	struct jpeg_failure *self = (struct jpeg_failure *)jpeg->err;

	jpeg->err->format_message(jpeg, self->message);
	longjmp(self->jump, 1);
}

/* Level -1 is a warning: the data is damaged. */
static void note(j_common_ptr jpeg, int level)
{
	struct jpeg_failure *self = (struct jpeg_failure *)jpeg->err;

	if (level < 0 && self->warnings++ == 0)
		jpeg->err->format_message(jpeg, self->message);
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
