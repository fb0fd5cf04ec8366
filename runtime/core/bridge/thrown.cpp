/*
 * The exceptions that the library throws itself, on their way to caught().
 */
#include <cstdarg>
#include <string>

#include <ctorch/core/error.h>

#include "core/base/error_make.h"
#include "core/base/numbers.h"
#include "core/bridge/callback.hpp"
#include "core/bridge/wrap.hpp"
#include "core/memory/expression.h"

namespace ct {

callback_error::callback_error(ct_error returned) : error(returned, ct_error_free) {}

callback_error::callback_error(ct_error returned, const std::string &name)
    : callback_error(ct_error_note_callback(returned, name.c_str()))
{
}

void refuse(const char *format, ...)
{
	argument_error error;
	va_list args;

	va_start(args, format);
	ct_vformat(error.text, sizeof error.text, format, args);
	va_end(args);
	throw error;
}

void throw_waiting_error()
{
	throw callback_error(ct_expression_take());
}

void refuse_null(int position, const char *name)
{
	check_no_expression_failed();
	refuse("argument %d (%s) must not be NULL", position, name);
}

} // namespace ct
