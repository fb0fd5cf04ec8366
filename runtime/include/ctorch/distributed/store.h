/**
 * @file
 * Stores: small values by key that the processes of a group share. Groups meet by one, and programs
 * can exchange facts of their own in it.
 *
 * Keys are texts, values bytes. ct_dist_store_get() and ct_dist_store_wait() wait until another
 * process has set the key, at most for the store's timeout: 300 seconds, or as set. Timeouts are in
 * seconds.
 *
 * All functions may be called from several threads. But a handle of a TCP store, and views of it, have
 * one connection: while a thread waits for a key there, the calls of the others wait, too. A thread
 * that waits for what another thread of this process sets needs a handle of its own:
 * ct_dist_store_clone().
 *
 * Objects of this header belong to the caller, not to a scope; ct_scope_defer() gives one to a
 * scope.
 */
#ifndef CTORCH_DISTRIBUTED_STORE_H
#define CTORCH_DISTRIBUTED_STORE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_STORE_LIBRARY "ctorch_distributed"

/** A store: torch.distributed.Store. ct_dist_store_free() frees the handle. */
typedef struct ct_dist_store ct_dist_store;

/** Options of ct_dist_store_new_tcp(); zeros are PyTorch's defaults. */
typedef struct ct_dist_store_tcp_options {
	bool is_server;     /**< serves the store; exactly one process does */
	int64_t world_size; /**< the server waits for so many processes, itself included; 0: none */
	bool no_wait;       /**< the server does not wait for them */
	bool multi_tenant;  /**< a second server in this process shares the port with the first */
	double timeout CT_DEFAULT(300); /**< seconds, also of the connection; 0: 300 */
} ct_dist_store_tcp_options;

/**
 * Connects to a store that one process serves over TCP (torch.distributed.TCPStore). The server
 * lives as long as the handle of the process that serves.
 *
 * @param host  the name or address of the machine of the server
 * @param port  0 to 65535; 0, for the server only: any free port, which ct_dist_store_port()
 *              returns
 * @return DistNetworkError if the port is in use, or if no server answers within the timeout
 */
CT_API ct_error ct_dist_store_new_tcp(const char *host, int64_t port,
				      const ct_dist_store_tcp_options *options CT_NULLABLE,
				      ct_dist_store **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Opens a store in a file that all processes can reach (torch.distributed.FileStore). The file is
 * created if it does not exist, and removed when the last of `world_size` processes frees its
 * store. A file that an earlier run has left makes a group fail or hang: remove it first.
 *
 * @param world_size  the number of processes that use the file; 0: unknown, and the file stays
 */
CT_API ct_error ct_dist_store_new_file(const char *path, int64_t world_size,
				       ct_dist_store **result) CT_RETURNS_ERROR;

/** Creates a store in the memory of this process, for its threads
 * (torch.distributed.HashStore). */
CT_API ct_error ct_dist_store_new_hash(ct_dist_store **result) CT_RETURNS_ERROR;

/** Creates a view of a store in which all keys have a prefix (torch.distributed.PrefixStore): the
 * key "k" is "prefix/k" in the store itself. The view holds a reference to the store. */
CT_API ct_error ct_dist_store_new_prefix(const char *prefix, const ct_dist_store *store,
					 ct_dist_store **result) CT_RETURNS_ERROR;

/** Returns a handle on the same store with a connection of its own (Store.clone()), for another
 * thread. Of a server it is a client: it ends with the server. */
CT_API ct_error ct_dist_store_clone(const ct_dist_store *self, ct_dist_store **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Frees the handle; the store itself lives on while groups or views use it. Ignores NULL. */
CT_API void ct_dist_store_free(ct_dist_store *self) CT_NOEXCEPT;

/** Sets a key to `nbytes` bytes, which are copied (Store.set()). */
CT_API ct_error ct_dist_store_set(ct_dist_store *self, const char *key,
				  const void *bytes CT_LENGTH(nbytes), int64_t nbytes)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Waits for a key and returns its bytes (Store.get()): `*bytes` is new, ct_free(), and a NUL
 * follows its `*nbytes` bytes. DistStoreError after the timeout; for a file, RuntimeError. */
CT_API ct_error ct_dist_store_get(ct_dist_store *self, const char *key,
				  char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
				  int64_t *nbytes CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Adds to the number of a key, which begins at 0, and returns the sum (Store.add()). The value of
 * the key is then the number as text. */
CT_API ct_error ct_dist_store_add(ct_dist_store *self, const char *key, int64_t amount,
				  int64_t *result) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sets a key to `desired` if its value is `expected`, or if it does not exist and `expected` is
 * empty (Store.compare_set()). Returns the value that it has then: `*result` is new, ct_free(). */
CT_API ct_error ct_dist_store_compare_set(ct_dist_store *self, const char *key,
					  const char *expected, const char *desired, char **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Appends bytes to the value of a key (Store.append()). */
CT_API ct_error ct_dist_store_append(ct_dist_store *self, const char *key,
				     const void *bytes CT_LENGTH(nbytes), int64_t nbytes)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Waits until all keys exist (Store.wait()). DistStoreError after `timeout` seconds, or for a file
 * RuntimeError; 0 is the timeout of the store. */
CT_API ct_error ct_dist_store_wait(ct_dist_store *self, ct_strings keys, double timeout)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns whether all keys exist, without waiting for them (Store.check()). */
CT_API ct_error ct_dist_store_check(ct_dist_store *self, ct_strings keys, bool *result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Removes a key; `*removed` is whether it existed (Store.delete_key()). NotImplementedError for a
 * file. */
CT_API ct_error ct_dist_store_remove(ct_dist_store *self, const char *key,
				     bool *removed CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns the number of keys (Store.num_keys()); in a TCP store the server's own key counts,
 * too. */
CT_API ct_error ct_dist_store_key_count(const ct_dist_store *self, int64_t *result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns all keys (Store.list_keys()): a new list of texts, in no order; of a view those with its
 * prefix, without it. NotImplementedError before libtorch 2.10. */
CT_API ct_error ct_dist_store_list_keys(const ct_dist_store *self, ct_value *result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Waits for several keys and returns their values (Store.multi_get()): a new list of bytes. */
CT_API ct_error ct_dist_store_multi_get(ct_dist_store *self, ct_strings keys, ct_value *result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sets several keys (Store.multi_set()). `values` is a list of as many texts or bytes. */
CT_API ct_error ct_dist_store_multi_set(ct_dist_store *self, ct_strings keys,
					const ct_value *values)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Waits until `world_size` processes have called it with the key (Store.barrier()); a key serves
 * once. DistStoreError after `timeout` seconds, for a file RuntimeError; 0 is the timeout of the store.
 * NotImplementedError before libtorch 2.12. */
CT_API ct_error ct_dist_store_barrier(ct_dist_store *self, const char *key, int64_t world_size,
				      double timeout) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Appends bytes to the queue of a key (Store.queue_push()). NotImplementedError for a file. */
CT_API ct_error ct_dist_store_queue_append(ct_dist_store *self, const char *key,
					   const void *bytes CT_LENGTH(nbytes), int64_t nbytes)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Takes the oldest bytes from the queue of a key (Store.queue_pop()): `*bytes` is new, ct_free(),
 * and a NUL follows its `*nbytes` bytes. Without `wait`, an empty queue is a QueueEmptyError; with
 * it, the call waits until the timeout of the store. */
CT_API ct_error ct_dist_store_queue_take(ct_dist_store *self, const char *key, bool wait,
					 char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
					 int64_t *nbytes CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns the number of items in the queue of a key (Store.queue_len()). */
CT_API ct_error ct_dist_store_queue_count(const ct_dist_store *self, const char *key,
					  int64_t *result) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns the seconds that the functions of a store wait (Store.timeout); 0 for NULL. */
CT_API double ct_dist_store_timeout(const ct_dist_store *self) CT_NOEXCEPT;

/** Sets the seconds that the functions of a store wait (Store.set_timeout()); more than 0. */
CT_API ct_error ct_dist_store_set_timeout(ct_dist_store *self, double timeout) CT_RETURNS_ERROR;

/** Returns whether a store appends, and sets and gets several keys, in one step
 * (Store.has_extended_api()); otherwise it takes several. False for NULL. */
CT_API bool ct_dist_store_has_extended_api(const ct_dist_store *self) CT_NOEXCEPT;

/** Returns the host of a TCP store (TCPStore.host), borrowed; NULL for other stores and NULL. */
CT_API const char *ct_dist_store_host(const ct_dist_store *self) CT_NOEXCEPT CT_BORROWED;

/** Returns the port of a TCP store (TCPStore.port); -1 for other stores and NULL. */
CT_API int64_t ct_dist_store_port(const ct_dist_store *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
