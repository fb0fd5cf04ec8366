/*
 * Processes that save or load a checkpoint together.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/lengths.h"
#include "core/base/shown.h"
#include "files/dcp/group.h"

ct_error ct_dcp_check_options(const char *function, int position, const ct_dcp_options *options)
{
	if (!ct_is_list(options->shards, options->shards_len))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (options): shards_len is %lld, but shards is %s",
				    position, (long long)options->shards_len,
				    options->shards ? "a list" : "NULL");
	if (options->exchange && (options->rank < 0 || options->rank >= options->world_size))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (options): the rank is %lld of %lld", position,
				    (long long)options->rank, (long long)options->world_size);
	return NULL;
}

/* --- Shards ------------------------------------------------------------------------------------ */

static bool fits(const ct_dcp_shard *shard, const ct_tensor *tensor)
{
	const int64_t dim = ct_tensor_dim(tensor);

	if (shard->size.len != dim || shard->offsets.len != dim)
		return false;
	for (int64_t i = 0; i < dim; i++)
		if (shard->offsets.at[i] < 0 || shard->size.at[i] < 0 ||
		    ct_size_plus(shard->offsets.at[i], ct_tensor_size(tensor, i)) >
			    shard->size.at[i])
			return false;
	return true;
}

static ct_error match(struct ct_dcp_leaves *leaves, const ct_dcp_shard *shard)
{
	struct ct_dcp_leaf *leaf = NULL;
	char shown[CT_SHOWN];

	if (shard->key == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, leaves->function,
				    "argument 3 (options): a shard's key must not be NULL");
	HASH_FIND(hh, leaves->leaves, shard->key, strlen(shard->key), leaf);
	if (leaf == NULL || leaf->value.kind != CT_VALUE_TENSOR)
		return ct_error_new(CT_ERROR_KEY, leaves->function,
				    "the state dict has no tensor '%s', of which a shard is given",
				    ct_shown(shard->key, shown));
	if (!fits(shard, leaf->value.object))
		return ct_error_new(CT_ERROR_VALUE, leaves->function,
				    "the tensor '%s' is not inside the size of its shard",
				    ct_shown(shard->key, shown));
	leaf->shard = shard;
	return NULL;
}

ct_error ct_dcp_match_shards(struct ct_dcp_leaves *leaves, const ct_dcp_options *options)
{
	for (int64_t i = 0; i < options->shards_len; i++)
		CT_TRY(match(leaves, &options->shards[i]));
	return NULL;
}

/* --- Agreement --------------------------------------------------------------------------------- */

/* What one process says: (its error's class, the error's text, or None; a value). */
static ct_error exchange(const ct_dcp_options *options, ct_error mine, const ct_value *value,
			 ct_value *all)
{
	const ct_value items[] = {
		ct_value_int(mine ? ct_error_class_of(mine) : 0),
		mine ? ct_value_string(ct_error_without_class(mine)) : ct_value_none(),
		value && mine == NULL ? ct_value_borrow(value) : ct_value_none(),
	};
	const ct_value said = ct_value_list(items, 3);

	if (options->exchange)
		return options->exchange(&said, options->context, all);
	*all = ct_value_list_new();
	return ct_value_list_append(all, said);
}

static ct_error error_of_rank(const char *function, int64_t rank, const ct_value *said)
{
	ct_value kind, text;

	CT_TRY(ct_value_item(said, 0, &kind));
	CT_TRY(ct_value_item(said, 1, &text));
	if (text.kind == CT_VALUE_NONE)
		return NULL;
	if (kind.kind != CT_VALUE_INT || text.kind != CT_VALUE_STRING)
		return ct_error_new(CT_ERROR_VALUE, function, "rank %lld does not call %s",
				    (long long)rank, function);
	return ct_error_new((ct_error_class)kind.i, function, "rank %lld: %s", (long long)rank,
			    (const char *)text.object);
}

static ct_error collect_values(const char *function, const ct_value *said, ct_value *all)
{
	ct_value of_rank, value;

	for (int64_t i = 0; i < ct_value_count(said); i++) {
		CT_TRY(ct_value_item(said, i, &of_rank));
		CT_TRY(error_of_rank(function, i, &of_rank));
		CT_TRY(ct_value_item(&of_rank, 2, &value));
		if (all)
			CT_TRY(ct_value_list_append(all, value));
	}
	return NULL;
}

ct_error ct_dcp_agree(const char *function, const ct_dcp_options *options, ct_error mine,
		      const ct_value *value, ct_value *all)
{
	ct_value said = ct_value_none(), values = ct_value_list_new();
	ct_error error = exchange(options, mine, value, &said);

	if (mine) { /* which says more than that of the exchange */
		ct_error_free(error);
		error = mine;
	} else if (error == NULL) {
		error = collect_values(function, &said, &values);
	}
	ct_value_free(&said);
	if (error || all == NULL)
		ct_value_free(&values);
	else
		*all = values;
	return error;
}
