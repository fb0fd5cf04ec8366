/*
 * What the ranks that are left get when one fails: faults HOW. The failing rank is 1.
 */
#define _GNU_SOURCE

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "rank.h"

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static ct_tensor *ones(int64_t n)
{
	return values_of(0, n, CT_FLOAT32);
}

/* What an error says when a connection is lost, which is found by reading or by writing. */
static const char *lost(ct_error error)
{
	return error && strstr(error, "Broken pipe") ? "Broken pipe" : " by peer";
}

/* The last call of the others fails in time; without `part` since a rank is lost. */
static void fails_within(double limit, double timeout, const char *part)
{
	const ct_dist_options options = { .timeout = timeout };
	const double begin = seconds();
	const ct_error error = ct_dist_all_reduce(ones(1000), &options, NULL);

	MUST_FAIL(error, "DistBackendError: all_reduce on rank ", " of ",
		  " (group 0): ", part ? part : lost(error));
	printf("after %.2f s\n", seconds() - begin);
	MUST(seconds() - begin < limit);
}

/* The end of a rank whose group is dead. */
static void leave(void)
{
	fflush(stdout);
	_exit(0);
}

static void join(double timeout)
{
	CT_CHECK(ct_dist_init(
		&(ct_dist_init_options){ .timeout = timeout, .method = getenv("DIST_METHOD") }));
	CT_CHECK(ct_dist_all_reduce(ones(1000), NULL, NULL));
}

/* A rank that has its result may be ahead of those that still wait for theirs: the failing one waits
 * until all have joined. */
static void wait_for_others(void)
{
	const int64_t size = ct_dist_world_size(NULL), me = ct_dist_rank(NULL);
	ct_dist_store *store;
	char key[32];

	CT_CHECK(ct_dist_group_new_store(NULL, &store));
	snprintf(key, sizeof key, "joined %d", (int)me);
	CT_CHECK(ct_dist_store_set(store, key, "", 0));
	for (int64_t rank = 0; me == 1 && rank < size; rank++) {
		snprintf(key, sizeof key, "joined %d", (int)rank);
		CT_CHECK(ct_dist_store_wait(store, CT_STRINGS(key), 20));
	}
	ct_dist_store_free(store);
}

/* It is gone: the others notice at once. */
static void killed(void)
{
	join(30);
	wait_for_others();
	if (ct_dist_rank(NULL) == 1)
		raise(SIGKILL);
	fails_within(5, 0, NULL);
	leave();
}

/* It is gone when the others make a group, or DDP. */
static void killed_at_group_new(void)
{
	const double begin = seconds();
	ct_dist_group *group;

	join(30);
	wait_for_others();
	if (ct_dist_rank(NULL) == 1)
		raise(SIGKILL);
	MUST_FAIL(ct_dist_group_new((ct_ints){ NULL, 0 }, &(ct_dist_group_options){ .timeout = 1 },
				    &group),
		  "imeout", "");
	MUST(seconds() - begin < 1 + 3);
	leave();
}

static void killed_at_ddp_new(void)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 4, 2), *ddp;
	ct_error error;

	join(30);
	CT_CHECK(CT_DONE());
	wait_for_others();
	if (ct_dist_rank(NULL) == 1)
		raise(SIGKILL);
	error = ct_ddp_new(net, NULL, &ddp);
	MUST_FAIL(error, "DistBackendError: DistributedDataParallel on rank ", lost(error));
	leave();
}

/* Ends this process while it waits in a call. */
static void end_soon(void)
{
	const pid_t parent = getpid();

	if (fork() != 0)
		return;
	usleep(500000);
	kill(parent, SIGKILL);
	_exit(0);
}

/* It is gone before all have joined: rank 2 comes only then. */
static void killed_at_init(void)
{
	const char *rank = getenv("RANK");
	double begin;

	if (strcmp(rank, "1") == 0)
		end_soon();
	else if (strcmp(rank, "2") == 0)
		sleep(1);
	begin = seconds();
	MUST_FAIL(ct_dist_init(
			  &(ct_dist_init_options){ .timeout = 2, .method = getenv("DIST_METHOD") }),
		  "Error: ");
	MUST(seconds() - begin < 2 + 3);
	leave();
}

/* It does nothing: the others wait for the timeout. */
static void hung(void)
{
	join(20);
	wait_for_others();
	if (ct_dist_rank(NULL) == 1) {
		sleep(4);
		leave();
	}
	fails_within(1 + 3, 1, "");
	leave();
}

/* It joins, but late: that is no error. */
static void late(void)
{
	const char *rank = getenv("RANK");

	if (rank && strcmp(rank, "1") == 0)
		sleep(1);
	join(20);
	CT_CHECK(ct_dist_destroy());
}

/* It never joins. */
static void never(void)
{
	const char *rank = getenv("RANK");
	const double begin = seconds();

	if (rank && strcmp(rank, "1") == 0) {
		sleep(5);
		leave();
	}
	MUST_FAIL(ct_dist_init(&(ct_dist_init_options){ .timeout = 1 }), "Dist", "");
	MUST(seconds() - begin < 1 + 3);
	leave();
}

/* Rank 0, which serves the store, never joins: the error does not say that something listens there. */
static void never_served(void)
{
	const double begin = seconds();
	ct_error error;

	if (strcmp(getenv("RANK"), "0") == 0)
		leave();
	error = ct_dist_init(&(ct_dist_init_options){ .timeout = 4 });
	MUST(error && (strstr(error, "no store answers at ") || strstr(error, "timed out")));
	MUST_FAIL(error, "DistNetworkError: ", getenv("MASTER_PORT"));
	MUST(seconds() - begin < 4 + 3);
	leave();
}

/* Rank 1 has another shape, another dtype, or makes another call. */
static void other_shape(void)
{
	const double begin = seconds();
	ct_tensor *tensor;

	join(10);
	tensor = ones(ct_dist_rank(NULL) == 1 ? 5 : 4);
	MUST_FAIL(ct_dist_all_reduce(tensor, NULL, NULL), "DistBackendError: all_reduce on rank ",
		  "Detected mismatch between collectives on ranks");
	MUST(seconds() - begin < 10);
	leave();
}

static void other_dtype(void)
{
	join(10);
	MUST_FAIL(ct_dist_all_reduce(
			  values_of(0, 4, ct_dist_rank(NULL) == 1 ? CT_FLOAT64 : CT_FLOAT32), NULL,
			  NULL),
		  "DistBackendError: all_reduce on rank ",
		  "Detected mismatch between collectives on ranks", "Float", "Double");
	leave();
}

static void other_call(void)
{
	ct_error error;

	join(10);
	error = ct_dist_rank(NULL) == 1 ? ct_dist_broadcast(ones(4), 0, NULL, NULL)
					: ct_dist_all_reduce(ones(4), NULL, NULL);
	MUST_FAIL(error, "DistBackendError: ", "Detected mismatch between collectives on ranks");
	leave();
}

/* Rank 1 has a parameter of another shape, and ends; or is lost while gradients are reduced. */
static void other_model(void)
{
	CT_SCOPE;
	ct_module *net, *ddp;
	ct_error error;
	bool is_other;

	join(20);
	is_other = ct_dist_rank(NULL) == 1;
	net = CT_NN(Linear, 4, is_other ? 3 : 2);
	CT_CHECK(CT_DONE());
	error = ct_ddp_new(net, NULL, &ddp);
	if (is_other)
		MUST_FAIL(error, "RuntimeError: ", "appears not to match");
	else
		MUST_FAIL(error, "DistBackendError: DistributedDataParallel on rank 0 of 2",
			  lost(error));
	leave();
}

static void lost_in_backward(void)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 4, 2), *ddp;
	ct_tensor *loss;
	ct_error error;

	join(20);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_ddp_new(net, NULL, &ddp));
	loss = CT_E(sum, CT_M(ddp, CT_E(ones, CT_L(3, 4))));
	CT_CHECK(CT_DONE());
	wait_for_others();
	if (ct_dist_rank(NULL) == 1)
		leave();
	/* The error comes through autograd. */
	error = ct_tensor_backward(loss);
	MUST(error && ct_error_class_of(error) == CT_ERROR_RUNTIME);
	MUST_FAIL(error, lost(error));
	leave();
}

/* The port is in use by a program that is no store, and says nothing: here by rank 0. */
static int listen_at(const char *port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_port = htons((uint16_t)atoi(port)),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

	MUST(fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
	MUST(bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 4) == 0);
	return fd;
}

/* Until the other rank, which has connected, has ended. */
static void keep_listening(int fd)
{
	const int connection = accept(fd, NULL, NULL);
	char bytes[64];

	MUST(connection >= 0);
	while (read(connection, bytes, sizeof bytes) > 0)
		;
}

static void busy_port(void)
{
	const char *port = getenv("MASTER_PORT");
	const bool is_first = strcmp(getenv("RANK"), "0") == 0;
	double begin;
	int fd = -1;

	if (is_first)
		fd = listen_at(port);
	else
		usleep(500000);
	begin = seconds();
	MUST_FAIL(ct_dist_init(&(ct_dist_init_options){ .timeout = 1 }), "DistNetworkError: ", port,
		  is_first ? "address already in use" : "no store answers at ");
	MUST(seconds() - begin < 1 + 3);
	if (is_first)
		keep_listening(fd);
	leave();
}

/* monitored_barrier() names the rank that has not come. */
static void missing_at_barrier(void)
{
	join(20);
	if (ct_dist_rank(NULL) == 1) {
		sleep(3);
		leave();
	}
	MUST_FAIL(ct_dist_monitored_barrier(false, &(ct_dist_options){ .timeout = 1 }),
		  "DistBackendError: monitored_barrier on rank ",
		  ct_dist_rank(NULL) == 0 ? "Rank 1 failed to pass monitoredBarrier" : "");
	leave();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} ways[] = { { "killed", killed },
		     { "killed_at_init", killed_at_init },
		     { "killed_at_group_new", killed_at_group_new },
		     { "killed_at_ddp_new", killed_at_ddp_new },
		     { "hung", hung },
		     { "late", late },
		     { "never", never },
		     { "never_served", never_served },
		     { "other_shape", other_shape },
		     { "other_dtype", other_dtype },
		     { "other_call", other_call },
		     { "other_model", other_model },
		     { "lost_in_backward", lost_in_backward },
		     { "busy_port", busy_port },
		     { "missing_at_barrier", missing_at_barrier } };

	for (size_t i = 0; argc == 2 && i < sizeof ways / sizeof *ways; i++)
		if (strcmp(argv[1], ways[i].name) == 0) {
			ways[i].run();
			return 0;
		}
	fprintf(stderr, "usage: %s HOW\n", argv[0]);
	return 2;
}
