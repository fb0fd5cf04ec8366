/*
 * Handles on nodes of the graph. A handle is the node's address and owns one reference.
 *
 * A node counts its references itself since 2.14; before, a std::shared_ptr did. An address then
 * owns nothing, so a table has the number of handles of each node (node.cpp).
 */
#pragma once

#include <type_traits>

#include <torch/csrc/autograd/function.h>

#include <ctorch/autograd/graph.h>

#include "core/bridge/wrap.hpp"

namespace ct {

using torch::autograd::Node;
using node_pointer = decltype(torch::autograd::Edge::function);

inline Node *address_of(const ct_node *handle)
{
	return reinterpret_cast<Node *>(const_cast<ct_node *>(handle));
}

inline ct_node *borrowed_handle(Node *node)
{
	return reinterpret_cast<ct_node *>(node);
}

/* An argument; refuses NULL. */
Node &node(const ct_node *handle, int position, const char *name);

/* A new reference. */
node_pointer node_reference(const ct_node *handle);

/* Makes the reference the caller's handle; NULL for none. */
ct_node *new_handle(node_pointer &&node);

} // namespace ct
