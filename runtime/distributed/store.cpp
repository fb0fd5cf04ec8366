/*
 * Stores, by libtorch's own classes.
 */
#include <cstdint>
#include <memory>

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <ctorch/core/release.h>

#include "distributed/common.hpp"
#include "distributed/in_time.hpp"
#include "distributed/release.hpp"
#include "distributed/store.hpp"

namespace {

using ct::dist::give;
using ct::dist::milliseconds_of;
using ct::dist::needed;
using ct::dist::refuse;
using ct::dist::strings_of;
using bytes_of_store = std::vector<uint8_t>;

void give_store(c10::intrusive_ptr<c10d::Store> store, ct_dist_store **result)
{
	if (result)
		*result = new ct_dist_store(std::move(store));
}

c10d::Store &store_of(const ct_dist_store *self)
{
	return *needed(self, 1, "self").store;
}

bytes_of_store bytes_of(const void *bytes, int64_t nbytes, int position)
{
	const auto *begin = static_cast<const uint8_t *>(bytes);

	if (nbytes < 0 || (nbytes > 0 && bytes == nullptr))
		refuse("argument %d (bytes) must not be NULL, and its length not negative",
		       position);
	return bytes_of_store(begin, begin + nbytes);
}

/* `nbytes` may be NULL. */
void give_bytes_of(const bytes_of_store &from, char **bytes, int64_t *nbytes)
{
	*bytes = ct::dist::give_bytes(from.data(), from.size());
	give(static_cast<int64_t>(from.size()), nbytes);
}

void check_count(int64_t count, int64_t least, int position, const char *name)
{
	if (count < least || count > INT32_MAX)
		refuse("argument %d (%s): %lld is out of range", position, name,
		       static_cast<long long>(count));
}

c10::intrusive_ptr<c10d::TCPStore> connect(const char *host, int64_t port,
					   const ct_dist_store_tcp_options &options)
{
	c10d::TCPStoreOptions passed;

	passed.port = static_cast<uint16_t>(port);
	passed.isServer = options.is_server;
	passed.waitWorkers = !options.no_wait;
	passed.multiTenant = options.multi_tenant;
	if (options.world_size)
		passed.numWorkers = static_cast<size_t>(options.world_size);
	if (options.timeout != 0)
		passed.timeout = milliseconds_of(options.timeout, "options: timeout");
	return ct::dist::tcp_store_new(host, passed);
}

bytes_of_store value_bytes(const ct_value *list, int64_t index)
{
	ct_value item;
	const void *bytes = nullptr;
	const char *text = nullptr;
	int64_t n = 0;

	ct::dist::check(ct_value_item(list, index, &item));
	if (item.kind == CT_VALUE_BYTES) {
		ct::dist::check(ct_value_as_bytes(&item, &bytes, &n));
	} else {
		ct::dist::check(ct_value_as_string(&item, &text, &n));
		bytes = text;
	}
	return bytes_of(bytes, n, 3);
}

ct_value value_of(const bytes_of_store &bytes)
{
	return ct_value_bytes(bytes.data(), static_cast<int64_t>(bytes.size()));
}

#if CT_DIST_HAS_LIST_KEYS
ct_value value_of(const std::string &text)
{
	return ct_value_string(text.c_str());
}
#endif

/* A new list of what value_of() makes. */
template <class T> ct_value list_of(const std::vector<T> &values)
{
	ct_value list = ct_value_list_new();

	for (const auto &value : values)
		if (const ct_error error = ct_value_list_append(&list, value_of(value))) {
			ct_value_free(&list);
			throw ct::dist::error_of_c(error);
		}
	return list;
}

} // namespace

c10::intrusive_ptr<c10d::TCPStore> ct::dist::tcp_store_new(const std::string &host,
							   const c10d::TCPStoreOptions &options)
{
	const auto make = [=]() { return c10::make_intrusive<c10d::TCPStore>(host, options); };

	if (options.isServer)
		return make();
	/* libtorch goes on for about twice the timeout when nothing listens at the port. */
	if (const auto made = made_in_time(options.timeout, make))
		return *made;
	C10_THROW_ERROR(DistNetworkError,
			c10::str("no store answers at ", host, ":", options.port,
				 ": its server is not running, or another program uses the port"));
}

/* --- Making them ------------------------------------------------------------------------------ */

ct_error ct_dist_store_new_tcp(const char *host, int64_t port,
			       const ct_dist_store_tcp_options *options,
			       ct_dist_store **result) noexcept
try {
	needed(host, 1, "host");
	const ct_dist_store_tcp_options given = options ? *options : ct_dist_store_tcp_options{};

	if (port < 0 || port > UINT16_MAX || (port == 0 && !given.is_server))
		refuse("argument 2 (port): %lld is not a port", static_cast<long long>(port));
	check_count(given.world_size, 0, 3, "options: world_size");
	const auto store = connect(host, port, given);

	if (result == nullptr)
		return nullptr;
	*result = new ct_dist_store(store);
	(*result)->port = store->getPort();
	(*result)->host = store->getHost();
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_new_file(const char *path, int64_t world_size,
				ct_dist_store **result) noexcept
try {
	needed(path, 1, "path");
	check_count(world_size, 0, 2, "world_size");
	/* libtorch's -1: unknown. */
	give_store(c10::make_intrusive<c10d::FileStore>(
			   path, world_size ? static_cast<int>(world_size) : -1),
		   result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_new_hash(ct_dist_store **result) noexcept
try {
	give_store(c10::make_intrusive<c10d::HashStore>(), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_new_prefix(const char *prefix, const ct_dist_store *store,
				  ct_dist_store **result) noexcept
try {
	needed(prefix, 1, "prefix");
	needed(store, 2, "store");
	give_store(c10::make_intrusive<c10d::PrefixStore>(prefix, store->store), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_clone(const ct_dist_store *self, ct_dist_store **result) noexcept
try {
	auto made = std::make_unique<ct_dist_store>(store_of(self).clone());

	if (result == nullptr)
		return nullptr;
	made->port = self->port;
	made->host = self->host;
	*result = made.release();
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

void ct_dist_store_free(ct_dist_store *self) noexcept
{
	delete self;
}

/* --- One key ---------------------------------------------------------------------------------- */

ct_error ct_dist_store_set(ct_dist_store *self, const char *key, const void *bytes,
			   int64_t nbytes) noexcept
try {
	store_of(self).set(&needed(key, 2, "key"), bytes_of(bytes, nbytes, 3));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_get(ct_dist_store *self, const char *key, char **bytes,
			   int64_t *nbytes) noexcept
try {
	needed(bytes, 3, "bytes");
	give_bytes_of(store_of(self).get(&needed(key, 2, "key")), bytes, nbytes);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_add(ct_dist_store *self, const char *key, int64_t amount,
			   int64_t *result) noexcept
try {
	give(store_of(self).add(&needed(key, 2, "key"), amount), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_compare_set(ct_dist_store *self, const char *key, const char *expected,
				   const char *desired, char **result) noexcept
try {
	const std::string value = store_of(self).compareSet(&needed(key, 2, "key"),
							    &needed(expected, 3, "expected"),
							    &needed(desired, 4, "desired"));

	if (result)
		*result = ct::dist::give_bytes(value.data(), value.size());
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_append(ct_dist_store *self, const char *key, const void *bytes,
			      int64_t nbytes) noexcept
try {
	store_of(self).append(&needed(key, 2, "key"), bytes_of(bytes, nbytes, 3));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_remove(ct_dist_store *self, const char *key, bool *removed) noexcept
try {
	give(store_of(self).deleteKey(&needed(key, 2, "key")), removed);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

/* --- Several keys ----------------------------------------------------------------------------- */

ct_error ct_dist_store_wait(ct_dist_store *self, ct_strings keys, double timeout) noexcept
try {
	c10d::Store &store = store_of(self);
	const auto names = strings_of(keys, 2, "keys");

	if (timeout == 0)
		store.wait(names);
	else
		store.wait(names, milliseconds_of(timeout, "argument 3 (timeout)"));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_check(ct_dist_store *self, ct_strings keys, bool *result) noexcept
try {
	give(store_of(self).check(strings_of(keys, 2, "keys")), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_key_count(const ct_dist_store *self, int64_t *result) noexcept
try {
	give(store_of(self).getNumKeys(), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_list_keys(const ct_dist_store *self, ct_value *result) noexcept
try {
	needed(result, 2, "result");
#if CT_DIST_HAS_LIST_KEYS
	*result = list_of(store_of(self).listKeys());
	return nullptr;
#else
	store_of(self);
	TORCH_CHECK_NOT_IMPLEMENTED(
		false, "listing keys needs libtorch 2.10; this is " CT_LIBTORCH_RELEASE);
#endif
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_multi_get(ct_dist_store *self, ct_strings keys, ct_value *result) noexcept
try {
	needed(result, 3, "result");
	*result = list_of(store_of(self).multiGet(strings_of(keys, 2, "keys")));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_multi_set(ct_dist_store *self, ct_strings keys,
				 const ct_value *values) noexcept
try {
	c10d::Store &store = store_of(self);
	const auto names = strings_of(keys, 2, "keys");
	std::vector<bytes_of_store> bytes;

	if (ct_value_count(values) != keys.len)
		refuse("argument 3 (values) must be a list with a value for each of the %lld keys",
		       static_cast<long long>(keys.len));
	for (int64_t i = 0; i < keys.len; i++)
		bytes.push_back(value_bytes(values, i));
	store.multiSet(names, bytes);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

/* --- Meeting ---------------------------------------------------------------------------------- */

ct_error ct_dist_store_barrier(ct_dist_store *self, const char *key, int64_t world_size,
			       double timeout) noexcept
try {
	c10d::Store &store = store_of(self);

	needed(key, 2, "key");
	check_count(world_size, 1, 3, "world_size");
	const auto limit = timeout == 0 ? store.getTimeout()
					: milliseconds_of(timeout, "argument 4 (timeout)");
#if CT_DIST_HAS_STORE_BARRIER
	store.barrier(key, world_size, limit);
	return nullptr;
#else
	static_cast<void>(limit);
	TORCH_CHECK_NOT_IMPLEMENTED(
		false, "a barrier of a store needs libtorch 2.12; this is " CT_LIBTORCH_RELEASE
		       "; call ct_dist_store_add() and "
		       "ct_dist_store_wait()");
#endif
} catch (...) {
	return ct::dist::caught(__func__);
}

/* --- Queues ----------------------------------------------------------------------------------- */

ct_error ct_dist_store_queue_append(ct_dist_store *self, const char *key, const void *bytes,
				    int64_t nbytes) noexcept
try {
	store_of(self).queuePush(&needed(key, 2, "key"), bytes_of(bytes, nbytes, 3));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_queue_take(ct_dist_store *self, const char *key, bool wait, char **bytes,
				  int64_t *nbytes) noexcept
try {
	needed(bytes, 4, "bytes");
	give_bytes_of(store_of(self).queuePop(&needed(key, 2, "key"), wait), bytes, nbytes);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_store_queue_count(const ct_dist_store *self, const char *key,
				   int64_t *result) noexcept
try {
	give(store_of(self).queueLen(&needed(key, 2, "key")), result);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

/* --- Facts ------------------------------------------------------------------------------------ */

double ct_dist_store_timeout(const ct_dist_store *self) noexcept
{
	return self ? static_cast<double>(self->store->getTimeout().count()) / 1000 : 0;
}

ct_error ct_dist_store_set_timeout(ct_dist_store *self, double timeout) noexcept
try {
	store_of(self).setTimeout(milliseconds_of(timeout, "argument 2 (timeout)"));
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

bool ct_dist_store_has_extended_api(const ct_dist_store *self) noexcept
{
	return self && self->store->hasExtendedApi();
}

const char *ct_dist_store_host(const ct_dist_store *self) noexcept
{
	return self && self->port >= 0 ? self->host.c_str() : nullptr;
}

int64_t ct_dist_store_port(const ct_dist_store *self) noexcept
{
	return self ? self->port : -1;
}
