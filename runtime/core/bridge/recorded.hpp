/*
 * The dispatch key under which the operators of a thread are recorded (export/record). libtorch has
 * it for tests and registers nothing for it.
 */
#pragma once

#include <c10/core/impl/LocalDispatchKeySet.h>

#include "core/base/recording.h"
#include "core/bridge/callback.hpp"

namespace ct {

constexpr c10::DispatchKey recording_key = c10::DispatchKey::TESTING_ONLY_GenericMode;

/* While it lives, operators run without being recorded: what they make is then a constant of the
 * program. */
class unrecorded {
	c10::impl::ExcludeDispatchKeyGuard guard{ recording_key };
};

/* Called before elements are read or written, and by what else cannot be recorded; throws if this
 * thread records. */
inline void check_not_recorded(const char *what = CT_ACCESSES_ELEMENTS)
{
	if (ct_is_recorded())
		check_callback(ct_recording_refuse(what));
}

/* The same for functions that cannot fail: the recording does. */
inline void note_if_recorded() noexcept
{
	if (ct_is_recorded())
		ct_error_free(ct_recording_refuse(CT_ACCESSES_ELEMENTS));
}

} // namespace ct
