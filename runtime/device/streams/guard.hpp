/*
 * Inside the library: streams and results from and to C.
 */
#pragma once

#include <c10/core/Stream.h>

#include "core/base/device_type.hpp"
#include "core/bridge/lacks.hpp"
#include "core/bridge/wrap.hpp"

namespace ct {

inline ct_stream from_stream(const at::Stream &stream)
{
	const ct_device device = from_device(stream.device());

	return { stream.id(), device.type, device.index };
}

/* A stream whose device has an index: -1 becomes that of the current device. */
inline at::Stream indexed_stream(ct_stream value, int position, const char *name)
{
	const at::Stream given = stream(value, position, name);

	return at::Stream(at::Stream::UNSAFE, with_index(given.device()), given.id());
}

template <class T> void give_value(const T &value, T *result)
{
	if (result)
		*result = value;
}

} // namespace ct
