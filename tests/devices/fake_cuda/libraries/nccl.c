/*
 * nccl.c: communicators between processes of this machine, and calls in them. A call is done when its
 * group ends, before the function returns: so it waits for the other ranks, as NCCL's kernel would.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "nccl.h"

typedef struct {
	char folder[128];
} unique_id;

int ncclGetVersion(int *version);
const char *ncclGetErrorString(int result);
const char *ncclGetLastError(void *comm);
int ncclGetUniqueId(unique_id *id);
int ncclCommInitRank(struct ncclComm **comm, int size, unique_id id, int rank);
int ncclCommInitRankConfig(struct ncclComm **comm, int size, unique_id id, int rank, void *config);
int ncclCommInitRankScalable(struct ncclComm **comm, int size, int rank, int count,
			     const unique_id *ids, void *config);
int ncclCommSplit(struct ncclComm *comm, int color, int key, struct ncclComm **result,
		  void *config);
int ncclCommCount(const struct ncclComm *comm, int *count);
int ncclCommUserRank(const struct ncclComm *comm, int *rank);
int ncclCommGetAsyncError(const struct ncclComm *comm, int *error);
int ncclCommFinalize(struct ncclComm *comm);
int ncclCommDestroy(struct ncclComm *comm);
int ncclCommAbort(struct ncclComm *comm);
int ncclCommRevoke(struct ncclComm *comm, int flags);
int ncclCommRegister(const struct ncclComm *comm, void *memory, size_t nbytes, void **handle);
int ncclCommDeregister(const struct ncclComm *comm, void *handle);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, struct ncclComm *comm,
		  cudaStream_t stream);
int ncclReduce(const void *from, void *to, size_t count, int type, int op, int root,
	       struct ncclComm *comm, cudaStream_t stream);
int ncclReduceScatter(const void *from, void *to, size_t count, int type, int op,
		      struct ncclComm *comm, cudaStream_t stream);
int ncclBroadcast(const void *from, void *to, size_t count, int type, int root,
		  struct ncclComm *comm, cudaStream_t stream);
int ncclBcast(void *buffer, size_t count, int type, int root, struct ncclComm *comm,
	      cudaStream_t stream);
int ncclAllGather(const void *from, void *to, size_t count, int type, struct ncclComm *comm,
		  cudaStream_t stream);
int ncclGather(const void *from, void *to, size_t count, int type, int root, struct ncclComm *comm,
	       cudaStream_t stream);
int ncclAlltoAll(const void *from, void *to, size_t count, int type, struct ncclComm *comm,
		 cudaStream_t stream);
int ncclSend(const void *from, size_t count, int type, int peer, struct ncclComm *comm,
	     cudaStream_t stream);
int ncclRecv(void *to, size_t count, int type, int peer, struct ncclComm *comm,
	     cudaStream_t stream);

static _Thread_local const char *last_error = "";

int fake_nccl_fail(int error, const char *text)
{
	last_error = text;
	return error;
}

int ncclGetVersion(int *version)
{
	*version = 23007;
	return SUCCESS;
}

const char *ncclGetErrorString(int result)
{
	static const char *const texts[] = { "no error",
					     "unhandled cuda error",
					     "unhandled system error",
					     "internal error",
					     "invalid argument",
					     "invalid usage",
					     "remote process exited or there was a network error" };

	return result >= 0 && result < (int)(sizeof texts / sizeof *texts) ? texts[result]
									   : "unknown result code";
}

const char *ncclGetLastError(void *comm)
{
	(void)comm;
	return last_error;
}

/* --- Communicators ------------------------------------------------------------------------------- */

int ncclGetUniqueId(unique_id *id)
{
	*id = (unique_id){ .folder = "" };
	return fake_nccl_new_folder(id->folder);
}

int ncclCommInitRank(struct ncclComm **comm, int size, unique_id id, int rank)
{
	const int error = fake_nccl_join(comm, id.folder, rank, size);

	if (!error)
		fake_log("ncclCommInitRank: rank %d of %d, device %d", rank, size,
			 fake_current_device());
	return error;
}

int ncclCommInitRankConfig(struct ncclComm **comm, int size, unique_id id, int rank, void *config)
{
	(void)config;
	return ncclCommInitRank(comm, size, id, rank);
}

int ncclCommInitRankScalable(struct ncclComm **comm, int size, int rank, int count,
			     const unique_id *ids, void *config)
{
	(void)count, (void)config;
	return ncclCommInitRank(comm, size, ids[0], rank);
}

struct place {
	int color, key;
};

int ncclCommSplit(struct ncclComm *comm, int color, int key, struct ncclComm **result, void *config)
{
	const struct place mine = { color, key };
	struct place all[MOST_RANKS];
	int rank = 0, size = 0, error;
	char folder[160];

	(void)config;
	*result = NULL;
	error = fake_nccl_exchange(comm, &mine, sizeof mine, (char *)all);
	if (error)
		return error;
	comm->splits++;
	fake_log("ncclCommSplit: color %d, rank %d of %d", color, comm->rank, comm->size);
	if (color < 0)
		return SUCCESS;
	for (int other = 0; other < comm->size; other++) {
		const bool is_before = all[other].key < key ||
				       (all[other].key == key && other < comm->rank);

		size += all[other].color == color;
		rank += all[other].color == color && is_before;
	}
	if (snprintf(folder, sizeof folder, "%s.%d.%d", comm->folder, (int)comm->splits, color) >=
	    (int)sizeof folder)
		return fake_nccl_fail(SYSTEM_ERROR, "too many splits of splits");
	return fake_nccl_join(result, folder, rank, size);
}

int ncclCommCount(const struct ncclComm *comm, int *count)
{
	*count = comm->size;
	return SUCCESS;
}

int ncclCommUserRank(const struct ncclComm *comm, int *rank)
{
	*rank = comm->rank;
	return SUCCESS;
}

int ncclCommGetAsyncError(const struct ncclComm *comm, int *error)
{
	(void)comm;
	*error = SUCCESS;
	return SUCCESS;
}

int ncclCommFinalize(struct ncclComm *comm)
{
	(void)comm;
	return SUCCESS;
}

int ncclCommDestroy(struct ncclComm *comm)
{
	if (!comm)
		return SUCCESS;
	fake_log("ncclCommDestroy: rank %d of %d", comm->rank, comm->size);
	fake_nccl_leave(comm);
	return SUCCESS;
}

/* It is kept, since another thread may be in a call. */
int ncclCommAbort(struct ncclComm *comm)
{
	static struct ncclComm *aborted;

	if (!comm)
		return SUCCESS;
	fake_log("ncclCommAbort: rank %d of %d", comm->rank, comm->size);
	pthread_mutex_lock(&fake_lock);
	comm->next = aborted;
	aborted = comm;
	pthread_mutex_unlock(&fake_lock);
	comm->is_aborted = true;
	return SUCCESS;
}

int ncclCommRevoke(struct ncclComm *comm, int flags)
{
	(void)flags;
	comm->is_aborted = true;
	return SUCCESS;
}

int ncclCommRegister(const struct ncclComm *comm, void *memory, size_t nbytes, void **handle)
{
	(void)comm, (void)nbytes;
	*handle = memory;
	return SUCCESS;
}

int ncclCommDeregister(const struct ncclComm *comm, void *handle)
{
	(void)comm, (void)handle;
	return SUCCESS;
}

/* --- Calls -------------------------------------------------------------------------------------- */

struct call {
	const char *name; /* "ncclAllReduce" */
	int (*run)(const struct call *call, char *from, char *to, size_t nbytes);
	const void *from; /* of the device; NULL: none */
	void *to;
	size_t count, from_parts, to_parts; /* parts of `count` elements */
	int type, op, root;                 /* the other rank of ncclSend() and ncclRecv() */
	struct ncclComm *comm;
	cudaStream_t stream;
};

/* The bytes of all ranks; the caller frees them. */
static int exchange(const struct call *call, const char *from, size_t nbytes, char **all)
{
	*all = malloc(nbytes * (size_t)call->comm->size + 1);
	if (!*all)
		abort();
	return fake_nccl_exchange(call->comm, from, nbytes, *all);
}

/* One part of the bytes of each rank, which have a distance. */
static void reduce(const struct call *call, char *to, size_t nbytes, const char *all,
		   size_t distance)
{
	memcpy(to, all, nbytes);
	for (int rank = 1; rank < call->comm->size; rank++)
		fake_nccl_reduce(to, all + (size_t)rank * distance, call->count, call->type,
				 call->op);
	if (call->op == AVERAGE)
		fake_nccl_divide(to, call->count, call->type, call->comm->size);
}

static bool gets_result(const struct call *call)
{
	return call->root < 0 || call->root == call->comm->rank;
}

static int run_reduce(const struct call *call, char *from, char *to, size_t nbytes)
{
	char *all;
	const int error = exchange(call, from, nbytes, &all);

	if (!error && gets_result(call))
		reduce(call, to, nbytes, all, nbytes);
	free(all);
	return error;
}

static int run_reduce_scatter(const struct call *call, char *from, char *to, size_t nbytes)
{
	const size_t distance = nbytes * (size_t)call->comm->size;
	char *all;
	const int error = exchange(call, from, distance, &all);

	if (!error)
		reduce(call, to, nbytes, all + (size_t)call->comm->rank * nbytes, distance);
	free(all);
	return error;
}

static int run_broadcast(const struct call *call, char *from, char *to, size_t nbytes)
{
	const bool is_root = call->root == call->comm->rank;
	char *all;
	const int error = exchange(call, is_root ? from : to, nbytes, &all);

	if (!error)
		memcpy(to, all + (size_t)call->root * nbytes, nbytes);
	free(all);
	return error;
}

static int run_gather(const struct call *call, char *from, char *to, size_t nbytes)
{
	char *all;
	const int error = exchange(call, from, nbytes, &all);

	if (!error && gets_result(call))
		memcpy(to, all, nbytes * (size_t)call->comm->size);
	free(all);
	return error;
}

static int run_all_to_all(const struct call *call, char *from, char *to, size_t nbytes)
{
	const size_t size = (size_t)call->comm->size, mine = (size_t)call->comm->rank;
	char *all;
	const int error = exchange(call, from, nbytes * size, &all);

	for (size_t rank = 0; rank < size && !error; rank++)
		memcpy(to + rank * nbytes, all + (rank * size + mine) * nbytes, nbytes);
	free(all);
	return error;
}

static int run_send(const struct call *call, char *from, char *to, size_t nbytes)
{
	(void)to;
	return fake_nccl_send(call->comm, call->root, from, nbytes);
}

static int run_receive(const struct call *call, char *from, char *to, size_t nbytes)
{
	(void)from;
	return fake_nccl_receive(call->comm, call->root, to, nbytes);
}

/* --- Groups ------------------------------------------------------------------------------------- */

/* Calls of this thread that wait for the end of their group. */
static _Thread_local struct {
	struct call *calls;
	size_t count, depth;
} group;

static void log_call(const struct call *call)
{
	static const char *const ops[] = { "sum", "prod", "max", "min", "avg" };
	char op[16] = "", root[24] = "";

	if (call->op >= 0)
		snprintf(op, sizeof op, " %s", ops[call->op]);
	if (call->root >= 0)
		snprintf(root, sizeof root, ", with rank %d", call->root);
	fake_log("%s: %zu %s%s%s, rank %d of %d, device %d, stream %d", call->name, call->count,
		 fake_nccl_type_name(call->type), op, root, call->comm->rank, call->comm->size,
		 fake_stream(call->stream)->device, fake_stream(call->stream)->number);
}

/* NCCL refuses these, too. */
static int check(const struct call *call)
{
	if (!call->comm || call->comm->is_aborted)
		return fake_nccl_fail(INVALID_ARGUMENT, "there is no such communicator");
	if (!fake_nccl_type_name(call->type) || call->op >= OP_COUNT)
		return fake_nccl_fail(INVALID_ARGUMENT, "there is no such type or operation");
	if (call->root >= call->comm->size)
		return fake_nccl_fail(INVALID_ARGUMENT, "there is no such rank");
	if (fake_stream(call->stream)->device != fake_current_device())
		return fake_nccl_fail(INVALID_USAGE, "the stream is not one of the current device");
	return SUCCESS;
}

static char *storage_of(const void *pointer, size_t nbytes, const struct call *call)
{
	int device;
	char *storage = fake_storage(pointer, nbytes, &device);

	return storage && device == fake_stream(call->stream)->device ? storage : NULL;
}

static int run(const struct call *call)
{
	const size_t nbytes = call->count * fake_nccl_element_size(call->type);
	const bool is_captured = fake_stream(call->stream)->capture;
	char *from = storage_of(call->from, nbytes * call->from_parts, call);
	char *to = storage_of(call->to, nbytes * call->to_parts, call);

	log_call(call);
	if (fake_library_call_in(call->name, call->stream))
		return fake_nccl_fail(1, "the stream cannot be used");
	if (is_captured || call->count == 0)
		return SUCCESS;
	if (nbytes && ((call->from_parts && !from) || (call->to_parts && !to)))
		return fake_nccl_fail(INVALID_ARGUMENT, "memory that is not on this device");
	return call->run(call, from, to, nbytes);
}

/* What is sent first, and then what is received, whatever their order. */
static int run_group(void)
{
	int error = SUCCESS;

	for (int receives = 0; receives < 2; receives++)
		for (size_t i = 0; i < group.count && !error; i++)
			if ((group.calls[i].run == run_receive) == receives)
				error = run(&group.calls[i]);
	free(group.calls);
	group.calls = NULL;
	group.count = 0;
	return error;
}

static int add(struct call call)
{
	const int error = check(&call);

	if (error)
		return error;
	group.calls = realloc(group.calls, (group.count + 1) * sizeof *group.calls);
	if (!group.calls)
		abort();
	group.calls[group.count++] = call;
	return group.depth ? SUCCESS : run_group();
}

int ncclGroupStart(void)
{
	group.depth++;
	return SUCCESS;
}

int ncclGroupEnd(void)
{
	return --group.depth ? SUCCESS : run_group();
}

/* --- The functions ------------------------------------------------------------------------------- */

int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, struct ncclComm *comm,
		  cudaStream_t stream)
{
	return add((struct call){ __func__, run_reduce, from, to, count, 1, 1, type, op, -1, comm,
				  stream });
}

int ncclReduce(const void *from, void *to, size_t count, int type, int op, int root,
	       struct ncclComm *comm, cudaStream_t stream)
{
	return add((struct call){ __func__, run_reduce, from, to, count, 1, comm->rank == root,
				  type, op, root, comm, stream });
}

int ncclReduceScatter(const void *from, void *to, size_t count, int type, int op,
		      struct ncclComm *comm, cudaStream_t stream)
{
	return add((struct call){ __func__, run_reduce_scatter, from, to, count, (size_t)comm->size,
				  1, type, op, -1, comm, stream });
}

int ncclBroadcast(const void *from, void *to, size_t count, int type, int root,
		  struct ncclComm *comm, cudaStream_t stream)
{
	return add((struct call){ __func__, run_broadcast, from, to, count, comm->rank == root, 1,
				  type, -1, root, comm, stream });
}

int ncclBcast(void *buffer, size_t count, int type, int root, struct ncclComm *comm,
	      cudaStream_t stream)
{
	return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}

int ncclAllGather(const void *from, void *to, size_t count, int type, struct ncclComm *comm,
		  cudaStream_t stream)
{
	return add((struct call){ __func__, run_gather, from, to, count, 1, (size_t)comm->size,
				  type, -1, -1, comm, stream });
}

int ncclGather(const void *from, void *to, size_t count, int type, int root, struct ncclComm *comm,
	       cudaStream_t stream)
{
	return add((struct call){ __func__, run_gather, from, to, count, 1,
				  comm->rank == root ? (size_t)comm->size : 0, type, -1, root, comm,
				  stream });
}

int ncclAlltoAll(const void *from, void *to, size_t count, int type, struct ncclComm *comm,
		 cudaStream_t stream)
{
	return add((struct call){ __func__, run_all_to_all, from, to, count, (size_t)comm->size,
				  (size_t)comm->size, type, -1, -1, comm, stream });
}

int ncclSend(const void *from, size_t count, int type, int peer, struct ncclComm *comm,
	     cudaStream_t stream)
{
	return add((struct call){ __func__, run_send, from, NULL, count, 1, 0, type, -1, peer, comm,
				  stream });
}

int ncclRecv(void *to, size_t count, int type, int peer, struct ncclComm *comm, cudaStream_t stream)
{
	return add((struct call){ __func__, run_receive, NULL, to, count, 0, 1, type, -1, peer,
				  comm, stream });
}
