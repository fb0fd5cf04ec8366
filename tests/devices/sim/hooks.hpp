/*
 * The interface by which libtorch's CPU library asks an accelerator for what only it knows.
 */
#pragma once

namespace sim {

void register_hooks();

} // namespace sim
