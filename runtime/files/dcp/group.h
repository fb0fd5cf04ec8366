/*
 * Inside the library: what saving and loading in a group of processes share.
 */
#ifndef CT_FILES_DCP_GROUP_H
#define CT_FILES_DCP_GROUP_H

#include "files/dcp/folder.h"

/* An error if the options cannot be used; `position` is theirs among the arguments. */
ct_error ct_dcp_check_options(const char *function, int position,
			      const ct_dcp_options *options) CT_WARN_UNUSED;

/* Gives each leaf its shard; an error for a shard that fits no tensor. */
ct_error ct_dcp_match_shards(struct ct_dcp_leaves *leaves,
			     const ct_dcp_options *options) CT_WARN_UNUSED;

/* Tells the other processes whether this one has failed, and `value` if not: an error of any is an
 * error of all. It takes `mine`. `*all`, unless NULL, is a new list of the values. */
ct_error ct_dcp_agree(const char *function, const ct_dcp_options *options, ct_error mine,
		      const ct_value *value, ct_value *all) CT_WARN_UNUSED;

#endif
