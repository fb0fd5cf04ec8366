/*
 * A rank that saves a checkpoint in parts, or loads one, as checkpoint.py does:
 *
 *     checkpoint save FOLDER
 *     checkpoint load FOLDER
 *     checkpoint wrong FOLDER    what must fail, in two or more ranks
 */
#include <sys/stat.h>
#include <unistd.h>

#include "rank.h"

enum { ROWS = 7, COLUMNS = 4 };

static int64_t me, size;

/* Of `n` things, the first of this rank's: as DTensor's Shard divides them. */
static int64_t first_of(int64_t rank, int64_t n)
{
	const int64_t each = (n + size - 1) / size, first = each * rank;

	return first < n ? first : n;
}

static ct_tensor *whole(void)
{
	ct_tensor *numbers;

	CT_CHECK(ct_arange(ct_scalar_int(ROWS * COLUMNS), CT_FLOAT32, CT_LAYOUT_NONE,
			   CT_DEVICE_NONE, NULL, &numbers));
	CT_CHECK(ct_reshape(numbers, (int64_t[]){ ROWS, COLUMNS }, 2, &numbers));
	return numbers;
}

/* This rank's part of a dimension. */
static ct_tensor *part(int64_t dim, int64_t n)
{
	ct_tensor *result;

	CT_CHECK(ct_narrow(whole(), dim, first_of(me, n), first_of(me + 1, n) - first_of(me, n),
			   &result));
	return result;
}

static void put(ct_value *dict, const char *key, ct_value value)
{
	CT_CHECK(ct_value_dict_set(dict, ct_value_string(key), value));
}

static void save(const char *folder)
{
	const ct_dcp_shard shard = { "model.rows", CT_L(ROWS, COLUMNS),
				     CT_L(first_of(me, ROWS), 0) };
	const ct_dist_checkpoint_options options = { .shards = &shard, .shards_len = 1 };
	ct_value state = ct_value_dict_new(), model = ct_value_dict_new();

	put(&model, "rows", ct_value_tensor(part(0, ROWS)));
	put(&model, "copied", ct_value_tensor(values_of(1, 6, CT_INT64)));
	CT_CHECK(ct_value_dict_move(&state, ct_value_string("model"), &model));
	put(&state, "also", ct_value_tensor(values_of(2, 6, CT_FLOAT64)));
	put(&state, "epoch", ct_value_int(5));
	CT_CHECK(ct_dist_checkpoint_save(&state, folder, &options));
	ct_value_free(&state);
}

/* By columns, so that each rank reads a part of every chunk. */
static void load(const char *folder)
{
	const ct_dcp_shard shard = { "model.rows", CT_L(ROWS, COLUMNS),
				     CT_L(0, first_of(me, COLUMNS)) };
	const ct_dist_checkpoint_options options = { .shards = &shard, .shards_len = 1 };
	ct_value state = ct_value_dict_new(), model = ct_value_dict_new();
	ct_tensor *columns, *copied = values_of(3, 6, CT_INT64),
			    *also = values_of(3, 6, CT_FLOAT64);
	int64_t epoch;

	CT_CHECK(ct_zeros_like(part(1, COLUMNS), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			       NULL, CT_MEMORY_FORMAT_NONE, &columns));
	put(&model, "rows", ct_value_tensor(columns));
	put(&model, "copied", ct_value_tensor(copied));
	CT_CHECK(ct_value_dict_move(&state, ct_value_string("model"), &model));
	put(&state, "also", ct_value_tensor(also));
	put(&state, "epoch", ct_value_int(0));
	CT_CHECK(ct_dist_checkpoint_load(&state, folder, &options));
	must_equal("model.rows", columns, part(1, COLUMNS));
	must_equal("model.copied", copied, values_of(1, 6, CT_INT64));
	must_equal("also", also, values_of(2, 6, CT_FLOAT64));
	CT_CHECK(ct_value_at_int(&state, "/epoch", &epoch));
	MUST(epoch == 5);
	ct_value_free(&state);
}

/* Two of the ranks save: they draw their own numbers again, and the third one draws on. */
static void try_other_ranks(const char *path)
{
	CT_SCOPE;
	ct_train_state run = { .epoch = 5 };
	ct_dist_group *two;
	ct_tensor *drawn;

	CT_CHECK(ct_dist_group_new(CT_L(0, 1), NULL, &two));
	CT_CHECK(ct_manual_seed((uint64_t)(10 + me)));
	if (me < 2)
		CT_CHECK(ct_dist_train_save(&run, path, two));
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	drawn = CT_E(rand, CT_L(4));
	CT_CHECK(ct_manual_seed(me < 2 ? 1 : 12));
	CT_CHECK(ct_dist_train_load(&run, path, NULL));
	must_equal("random numbers", CT_E(rand, CT_L(4)), drawn);
	ct_dist_group_free(two);
}

/* One rank is wrong: all of them get the error. */
static void wrong(const char *folder)
{
	ct_tensor *tensor = values_of(0, me == 1 ? 5 : 6, CT_FLOAT32);
	ct_train_state run = { .epoch = 3 };
	ct_value state = ct_value_dict_new();
	char path[200];

	put(&state, "x", ct_value_tensor(tensor));
	MUST_FAIL(ct_dist_checkpoint_save(&state, folder, NULL),
		  "ValueError: ", "rank 1 has 'x' with another size than the ranks before it");
	put(&state, "x", me == 1 ? ct_value_tensor(tensor) : ct_value_int(1));
	MUST_FAIL(ct_dist_checkpoint_save(&state, folder, NULL),
		  "ValueError: ", "rank 1 has 'x' with another type than the ranks before it");
	MUST_FAIL(ct_dist_checkpoint_save(me == 1 ? &(ct_value){ 0 } : &state, folder, NULL),
		  "TypeError: ", "expected a dict, got a NoneType", me == 1 ? "" : "rank 1: ");
	MUST(access(folder, F_OK) != 0);
	MUST_FAIL(ct_dist_checkpoint_load(&state, folder, NULL),
		  "ValueError: ", "it has no .metadata");
	ct_value_free(&state);
	snprintf(path, sizeof path, "%s/run.pt", folder);
	MUST_FAIL(ct_dist_train_save(&run, path, NULL),
		  "RuntimeError: ", "No such file or directory", me ? "rank 0: " : "");
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	if (me == 0)
		MUST(mkdir(folder, 0700) == 0);
	CT_CHECK(ct_dist_train_save(me == 0 ? &run : NULL, path, NULL));
	run.epoch = 0;
	CT_CHECK(ct_train_load(&run, path));
	MUST(run.epoch == 3);
	MUST_FAIL(ct_dist_train_load(NULL, path, NULL),
		  "ArgumentError: ct_dist_train_load: ", "(state)");
	try_other_ranks(path);
}

int main(int count, char **arguments)
{
	MUST(count == 3);
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 60 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	if (strcmp(arguments[1], "save") == 0)
		save(arguments[2]);
	else if (strcmp(arguments[1], "load") == 0)
		load(arguments[2]);
	else
		wrong(arguments[2]);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
