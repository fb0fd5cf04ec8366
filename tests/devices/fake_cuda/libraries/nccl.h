/*
 * nccl.h: what the files of the fake NCCL share. It is built without NCCL's own header.
 */
#ifndef FAKE_NCCL_H
#define FAKE_NCCL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nccl_result { SUCCESS, SYSTEM_ERROR = 2, INVALID_ARGUMENT = 4, INVALID_USAGE, REMOTE_ERROR };
enum nccl_op { SUM, PRODUCT, MAXIMUM, MINIMUM, AVERAGE, OP_COUNT };
enum { TYPE_COUNT = 12, MOST_RANKS = 64 };

struct ncclComm {
	char folder[160]; /* where its messages are */
	int rank, size;
	uint64_t exchanges, splits;
	uint64_t sent[MOST_RANKS], received[MOST_RANKS]; /* messages to and from each rank */
	atomic_bool is_aborted;
	struct ncclComm *next;
};

/* Notes a text for ncclGetLastError(), and returns the error. */
int fake_nccl_fail(int error, const char *text);

/* --- nccl_messages.c: messages are files in a folder --------------------------------------------- */

/* A name of a new folder. */
int fake_nccl_new_folder(char folder[128]);
/* Makes the communicator; all ranks do. `folder` need not be there. */
int fake_nccl_join(struct ncclComm **comm, const char *folder, int rank, int size);
/* Forgets it; the last rank removes the folder. */
void fake_nccl_leave(struct ncclComm *comm);
/* Gives each rank the bytes of all ranks, in their order. */
int fake_nccl_exchange(struct ncclComm *comm, const void *mine, size_t nbytes, char *all);
int fake_nccl_send(struct ncclComm *comm, int peer, const void *bytes, size_t nbytes);
int fake_nccl_receive(struct ncclComm *comm, int peer, void *bytes, size_t nbytes);

/* --- nccl_reduce.c ------------------------------------------------------------------------------- */

/* NULL: there is no such type. */
const char *fake_nccl_type_name(int type);
size_t fake_nccl_element_size(int type);
/* False for a type that cannot be reduced. */
bool fake_nccl_reduce(void *into, const void *from, size_t count, int type, int op);
void fake_nccl_divide(void *into, size_t count, int type, int by);

#endif
