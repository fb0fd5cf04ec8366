/*
 * The backend "gloo", of libtorch's own.
 */
#pragma once

#include "distributed/backend.hpp"

namespace ct::dist {

c10::intrusive_ptr<c10d::Backend> make_gloo(const backend_plan &plan);

/* With TORCH_DISTRIBUTED_DEBUG=DETAIL one around it, which compares by gloo what all ranks are about
 * to do; otherwise the same. */
c10::intrusive_ptr<c10d::Backend> checked(const c10::intrusive_ptr<c10d::Backend> &backend,
					  const backend_plan &plan);
/* The one inside. */
c10::intrusive_ptr<c10d::Backend> unchecked(const c10::intrusive_ptr<c10d::Backend> &backend);

} // namespace ct::dist
