/*
 * A run that saves a checkpoint after each step, for saves.sh, and goes on from the one that it finds:
 *
 *     file       rank 0 writes all of the run, and the random numbers of each rank
 *     folder     each rank writes a part of a state dict
 *     sharded    each rank writes a part of the run, and its random numbers
 *     divided    the same with an optimizer that is divided; what it computes does not depend on the
 *                number of ranks, if that is a power of two
 *
 *     saves KIND PATH                           as it is
 *     saves KIND PATH kill|full CALL N RANK     the rank is killed in the N-th such call of the save
 *                                               after step 3, or finds the disk full there; CALL is
 *                                               "none": killed instead of saving
 *
 * A separate program replaces the system's functions, as tests/files/failing_calls.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rank.h"

enum { STEPS = 5, FAULTY = 3 };

/* --- The system ------------------------------------------------------------------------------- */

struct fault {
	const char *call;
	int64_t count; /* calls until it comes */
	bool kills;
};

static struct fault fault; /* `call` is NULL: none */

static bool fails(const char *call)
{
	if (fault.call == NULL || strcmp(fault.call, call) != 0 || --fault.count > 0)
		return false;
	if (fault.kills)
		raise(SIGKILL);
	fault.call = NULL;
	errno = ENOSPC;
	return true;
}

/* The group writes, too, but to no file, and values that it sends are files in memory. */
static bool is_file(int fd)
{
	static const char in_memory[] = "/memfd:";
	char link[32], name[sizeof in_memory] = "";
	struct stat about;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	if (readlink(link, name, sizeof name - 1) < 0)
		return false;
	return strcmp(name, in_memory) != 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	return is_file(fd) && fails("write") ? -1 : syscall(SYS_write, fd, bytes, n);
}

int fsync(int fd)
{
	return fails("fsync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
	return fails("linkat") ? -1
			       : (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	return fails("renameat") ? -1
				 : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

/* --- The run ---------------------------------------------------------------------------------- */

static int64_t me;
static enum { FILE_OF_RUN, FOLDER, SHARDED, DIVIDED } kind;
static const char *path;

struct training {
	ct_module *net, *ddp;
	ct_zero_optimizer *zero; /* NULL: none */
	ct_train_state run;
};

static void choose(const char *wanted)
{
	static const char *const names[] = { "file", "folder", "sharded", "divided" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(wanted, names[i]) == 0) {
			kind = i;
			return;
		}
	MUST(false);
}

static bool draws(void)
{
	return kind == FILE_OF_RUN || kind == SHARDED;
}

static void begin(struct training *t)
{
	t->net = CT_SEQUENTIAL(CT_NN(Linear, 8, 16), CT_NN(ReLU),
			       draws() ? CT_NN(Dropout) : CT_NN(Identity), CT_NN(Linear, 16, 4));
	t->run.model = t->net;
	t->run.optimizer = kind == FILE_OF_RUN || kind == FOLDER
				   ? CT_OPTIMIZER(SGD, CT_PARAMETERS(t->net), .lr = 0.1)
				   : CT_OPTIMIZER(Adam, CT_PARAMETERS(t->net), .lr = 0.1);
	CT_CHECK(CT_DONE());
}

static void train_step(struct training *t)
{
	CT_SCOPE;
	const int64_t batch = t->run.step + (kind == DIVIDED ? 1 : me + 1);
	ct_tensor *numbers = CT_E(arange, 24, .dtype = CT_FLOAT32);
	ct_tensor *x = CT_E(cos, CT_E(mul, numbers, 0.3 * (double)batch));
	ct_tensor *y = CT_M(t->ddp, CT_E(reshape, x, CT_L(3, 8)));

	CT_CHECK(ct_optimizer_minimize(t->run.optimizer, CT_E(mean, CT_E(mul, y, y))));
	t->run.step++;
}

static void show(const struct training *t)
{
	ct_named_tensor *parameters;
	int64_t n;

	CT_CHECK(ct_module_named_parameters(t->net, NULL, &parameters, &n));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *flat = CT_E(flatten, CT_E(detach, parameters[i].tensor));
		ct_tensor *doubles = CT_E(to_dtype, flat, CT_FLOAT64);
		ct_tensor *weights = CT_E(arange, ct_tensor_numel(flat), .dtype = CT_FLOAT64);

		printf("%s %.17g\n", parameters[i].name,
		       CT_ITEM(CT_E(sum, CT_E(mul, doubles, weights))));
	}
	ct_free(parameters);
}

/* --- Checkpoints ------------------------------------------------------------------------------ */

static ct_value state_of(const struct training *t)
{
	ct_value state = ct_value_dict_new(), model;

	CT_CHECK(ct_module_state_dict(t->net, NULL, &model));
	CT_CHECK(ct_value_dict_move(&state, ct_value_string("model"), &model));
	CT_CHECK(ct_value_dict_set(&state, ct_value_string("step"), ct_value_int(t->run.step)));
	return state;
}

static ct_error save(const struct training *t)
{
	ct_value state;
	ct_error error;

	if (fault.call && strcmp(fault.call, "none") == 0)
		raise(SIGKILL);
	if (kind == FILE_OF_RUN)
		return ct_dist_train_save(&t->run, path, NULL);
	if (kind != FOLDER)
		return ct_dist_train_save_sharded(&t->run, path, NULL);
	state = state_of(t);
	error = ct_dist_checkpoint_save(&state, path, NULL);
	ct_value_free(&state);
	return error;
}

static void load(struct training *t)
{
	ct_value state;

	if (kind != FOLDER) {
		CT_CHECK(ct_dist_train_load(&t->run, path, NULL));
		return;
	}
	state = state_of(t);
	CT_CHECK(ct_dist_checkpoint_load(&state, path, NULL));
	CT_CHECK(ct_value_at_int(&state, "/step", &t->run.step));
	ct_value_free(&state);
}

static bool has_checkpoint(void)
{
	char name[300];

	snprintf(name, sizeof name, "%s%s", path, kind == FILE_OF_RUN ? "" : "/.metadata");
	return access(name, R_OK) == 0;
}

/* All ranks have the error, and the old checkpoint. */
static void must_be_full(ct_error error, int64_t rank)
{
	CT_SCOPE;
	struct training old = { 0 };
	ct_error forked = NULL;
	char prefix[32];

	snprintf(prefix, sizeof prefix, "rank %d: ", (int)rank);
	MUST_FAIL(error, "RuntimeError: ", "writing to it: No space left on device",
		  me == rank ? "" : prefix);
	CT_FORK_RNG(forked)
	{
		begin(&old);
		load(&old);
	}
	CT_CHECK(forked);
	MUST(old.run.step == FAULTY - 1);
}

/* --- The fault -------------------------------------------------------------------------------- */

static bool is_first_start(void)
{
	const char *restarts = getenv("TORCHELASTIC_RESTART_COUNT");

	return restarts && strcmp(restarts, "0") == 0;
}

static void save_with_fault(struct training *t, const struct fault *wanted, int64_t rank)
{
	ct_error error;

	fault = me == rank ? *wanted : (struct fault){ 0 };
	error = save(t);
	if (wanted->kills) {
		CT_CHECK(error);
		return;
	}
	must_be_full(error, rank);
}

static void train(struct training *t, const struct fault *wanted, int64_t rank)
{
	while (t->run.step < STEPS) {
		train_step(t);
		if (wanted->call && is_first_start() && t->run.step == FAULTY)
			save_with_fault(t, wanted, rank);
		else
			CT_CHECK(save(t));
	}
}

int main(int argc, char **argv)
{
	struct training training = { 0 };
	struct fault wanted = { 0 };

	MUST(argc == 3 || argc == 7);
	choose(argv[1]);
	path = argv[2];
	if (argc == 7)
		wanted = (struct fault){ argv[4], atoll(argv[5]), strcmp(argv[3], "kill") == 0 };
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 60 }));
	me = ct_dist_rank(NULL);
	CT_SCOPE;
	CT_CHECK(ct_manual_seed(3));
	begin(&training);
	CT_CHECK(ct_manual_seed((uint64_t)(3 + me)));
	if (kind == DIVIDED)
		CT_CHECK(ct_zero_optimizer_new(training.run.optimizer, NULL, &training.zero));
	if (has_checkpoint())
		load(&training);
	CT_CHECK(ct_ddp_new(training.net, NULL, &training.ddp));
	if (me == 0)
		printf("begins after step %d\n", (int)training.run.step);
	fflush(stdout);
	train(&training, &wanted, argc == 7 ? atoll(argv[6]) : 0);
	if (me == 0)
		show(&training);
	ct_zero_optimizer_free(training.zero);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
