/*
 * Runs in one file, or in parts. Ranks that draw different numbers go on with their own: beside the
 * states of the first rank, which ct_train_load() reads, a checkpoint has those of all.
 */
#include "distributed/resume.h"

#include <stdio.h>

#include <ctorch/core/scope.h>
#include <ctorch/distributed/checkpoint.h>
#include <ctorch/distributed/object.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>

#include "core/base/name_of.h"
#include "train/content.h"

/* A list with a dict of each rank; in parts a dict of them: "0", "1", ... */
static const char ranks_key[] = "rank_rng_states";

static ct_error missing(const char *function, const void *state)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s) must not be NULL",
			    state ? 2 : 1, state ? "path" : "state");
}

static ct_error outside(const char *function)
{
	return ct_error_new(CT_ERROR_VALUE, function, "this process is not in the group");
}

/* --- Saving ----------------------------------------------------------------------------------- */

static ct_error put_own(ct_value *dict)
{
	CT_SCOPE;
	return ct_train_put_random(dict);
}

ct_error ct_dist_gather_random(const ct_dist_group *group, int64_t to, ct_value *result)
{
	const ct_dist_options options = { .group = group, .weights_only = true };
	ct_value own = ct_value_dict_new();
	ct_error error = put_own(&own);

	if (error == NULL)
		error = ct_dist_gather_object(&own, to, &options, result);
	ct_value_free(&own);
	return error;
}

static ct_error fill(const ct_train_state *state, const ct_value *random, ct_value *dict)
{
	CT_SCOPE;
	CT_TRY(ct_train_put_all(state, dict));
	return state->no_random ? NULL
				: ct_value_dict_set(dict, ct_value_string(ranks_key), *random);
}

ct_error ct_dist_save_run(const ct_train_state *state, const ct_value *random, const char *path)
{
	ct_value dict;
	ct_error error;

	if (state == NULL || path == NULL)
		return missing(CT_NAME_OF(ct_dist_train_save), state);
	dict = ct_value_dict_new();
	error = fill(state, random, &dict);
	if (error == NULL)
		error = ct_save(&dict, path);
	ct_value_free(&dict);
	return error;
}

/* --- Saving in parts -------------------------------------------------------------------------- */

static ct_error put_own_of(int64_t rank, ct_value *ranks)
{
	char key[24];
	ct_value own = ct_value_dict_new();
	ct_error error = put_own(&own);

	snprintf(key, sizeof key, "%lld", (long long)rank);
	if (error == NULL)
		error = ct_value_dict_move(ranks, ct_value_string(key), &own);
	ct_value_free(&own);
	return error;
}

static ct_error add_own(int64_t rank, ct_value *dict)
{
	ct_value ranks = ct_value_dict_new();
	ct_error error = put_own_of(rank, &ranks);

	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(ranks_key), &ranks);
	ct_value_free(&ranks);
	return error;
}

/* The first rank has everything, the others the model and what is theirs: a divided optimizer's state,
 * and random numbers. */
static ct_error fill_part(const ct_train_state *state, int64_t rank, ct_value *dict)
{
	const ct_train_state part = { .model = state->model,
				      .optimizer = state->optimizer,
				      .epoch = state->epoch,
				      .step = state->step,
				      .no_random = true };

	CT_SCOPE;
	CT_TRY(ct_train_put_all(rank == 0 ? state : &part, dict));
	CT_TRY(ct_train_to_parts(dict));
	return state->no_random ? NULL : add_own(rank, dict);
}

ct_error ct_dist_train_save_sharded(const ct_train_state *state, const char *path,
				    const ct_dist_group *group)
{
	const ct_dist_checkpoint_options options = { .group = group };
	ct_value dict;
	ct_error error;

	if (state == NULL || path == NULL)
		return missing(__func__, state);
	if (ct_dist_rank(group) < 0)
		return outside(__func__);
	dict = ct_value_dict_new();
	error = fill_part(state, ct_dist_rank(group), &dict);
	if (error == NULL)
		error = ct_dist_checkpoint_save(&dict, path, &options);
	ct_value_free(&dict);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* A dict with the states of all ranks; None: the checkpoint has none. */
static ct_error read_ranks(const char *path, ct_value *result)
{
	const char *const keys[] = { ranks_key };
	const ct_load_options options = { .map_location = CT_DEVICE_CPU,
					  .keys = keys,
					  .keys_len = 1 };
	const ct_error error = ct_load(path, &options, result);

	if (error == NULL || ct_error_class_of(error) != CT_ERROR_KEY)
		return error;
	ct_error_free(error);
	*result = ct_value_none();
	return NULL;
}

static ct_error set_own(const ct_value *own, const char *path, bool is_trial)
{
	CT_SCOPE;
	return ct_train_load_random(own, path, is_trial);
}

static ct_error load_without_random(ct_train_state *state, const char *path)
{
	ct_error error;

	state->no_random = true;
	error = ct_train_load(state, path);
	state->no_random = false;
	return error;
}

/* A rank's states, borrowed; None: there were fewer ranks. */
static ct_error find_own(const ct_value *ranks, int64_t rank, ct_value *result)
{
	char key[24];

	*result = ct_value_none();
	snprintf(key, sizeof key, "%lld", (long long)rank);
	if (ranks->kind == CT_VALUE_DICT)
		return ct_value_dict_has(ranks, ct_value_string(key))
			       ? ct_value_dict_get(ranks, ct_value_string(key), result)
			       : NULL;
	return rank < ct_value_count(ranks) ? ct_value_item(ranks, rank, result) : NULL;
}

static ct_error load_with(const ct_value *dict, int64_t rank, ct_train_state *state,
			  const char *path)
{
	ct_value ranks, own;

	CT_TRY(ct_value_dict_get(dict, ct_value_string(ranks_key), &ranks));
	CT_TRY(find_own(&ranks, rank, &own));
	if (ct_value_is_none(&own))
		return load_without_random(state, path);
	CT_TRY(set_own(&own, path, true));
	CT_TRY(load_without_random(state, path));
	return set_own(&own, path, false);
}

ct_error ct_dist_train_load(ct_train_state *state, const char *path, const ct_dist_group *group)
{
	const int64_t rank = ct_dist_rank(group);
	ct_value ranks;
	ct_error error;

	if (state == NULL || path == NULL)
		return missing(__func__, state);
	if (rank < 0)
		return outside(__func__);
	if (state->no_random)
		return ct_train_load(state, path);
	CT_TRY(read_ranks(path, &ranks));
	error = ct_value_is_none(&ranks) ? ct_train_load(state, path)
					 : load_with(&ranks, rank, state, path);
	ct_value_free(&ranks);
	return error;
}
