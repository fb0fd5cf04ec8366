/*
 * Where the processes of a group meet: what launchers say in the environment, and addresses.
 */
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <torch/csrc/distributed/c10d/FileStore.hpp>

#include "distributed/common.hpp"
#include "distributed/group.hpp"
#include "distributed/store.hpp"

namespace ct::dist {

namespace {

/* The same facts in the variables of each launcher; the first one that is set counts. */
struct launcher {
	const char *rank, *world_size, *local_rank;
};
const launcher launchers[] = {
	{ "RANK", "WORLD_SIZE", "LOCAL_RANK" }, /* torchrun, ct_launch */
	{ "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK" },
	{ "SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID" },
};

const char *variable(const char *name)
{
	const char *value = std::getenv(name);

	return value && *value ? value : nullptr;
}

/* Digits alone; -1 for anything else. */
int64_t number_in(const char *text)
{
	char *end = nullptr;
	const long long number = std::strtoll(text, &end, 10);

	return *text >= '0' && *text <= '9' && *end == '\0' && number <= INT32_MAX ? number : -1;
}

int64_t needed_number(const char *name)
{
	const char *text = variable(name);

	TORCH_CHECK_VALUE(text, "the environment variable ", name,
			  " is not set: start the program with torchrun or ct_launch, or set "
			  "RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT");
	const int64_t number = number_in(text);

	TORCH_CHECK_VALUE(number >= 0, "the environment variable ", name, " is '", text,
			  "', expected a number");
	return number;
}

/* torchrun serves the store at this address, so rank 0 must not. */
bool agent_serves(const std::string &host, int64_t port)
{
	const char *use = variable("TORCHELASTIC_USE_AGENT_STORE");
	const char *address = variable("MASTER_ADDR");
	const char *its_port = variable("MASTER_PORT");

	return use && std::strcmp(use, "True") == 0 && address && host == address && its_port &&
	       number_in(its_port) == port;
}

c10::intrusive_ptr<c10d::Store> tcp_store(const std::string &host, int64_t port, const place &where,
					  std::chrono::milliseconds timeout)
{
	c10d::TCPStoreOptions options;
	const bool served = agent_serves(host, port);

	TORCH_CHECK_VALUE(port >= 0 && port <= UINT16_MAX, port, " is not a port");
	options.port = static_cast<uint16_t>(port);
	options.isServer = where.rank == 0 && !served;
	options.numWorkers = static_cast<size_t>(where.world_size);
	options.timeout = timeout;
	options.multiTenant = !served;
	return tcp_store_new(host, options);
}

c10::intrusive_ptr<c10d::Store> env_store(const place &where, std::chrono::milliseconds timeout)
{
	const char *host = variable("MASTER_ADDR");

	TORCH_CHECK_VALUE(host,
			  "the environment variable MASTER_ADDR is not set: it is the name or "
			  "address of the machine of rank 0");
	return tcp_store(host, needed_number("MASTER_PORT"), where, timeout);
}

c10::intrusive_ptr<c10d::Store> address_store(const std::string &address, const place &where,
					      std::chrono::milliseconds timeout)
{
	const size_t colon = address.rfind(':');
	const int64_t port = colon == std::string::npos ? -1
							: number_in(address.c_str() + colon + 1);

	TORCH_CHECK_VALUE(port >= 0, "'tcp://", address, "' has no port: expected tcp://HOST:PORT");
	std::string host = address.substr(0, colon);

	if (host.size() > 2 && host.front() == '[' && host.back() == ']')
		host = host.substr(1, host.size() - 2);
	return tcp_store(host, port, where, timeout);
}

} // namespace

place place_in_environment()
{
	for (const launcher &by : launchers)
		if (variable(by.rank)) {
			const place where{ needed_number(by.rank), needed_number(by.world_size) };

			TORCH_CHECK_VALUE(where.rank < where.world_size, by.rank, " is ",
					  where.rank, ", but ", by.world_size, " only ",
					  where.world_size);
			return where;
		}
	return { needed_number(launchers[0].rank), -1 };
}

int64_t local_rank_in_environment(int64_t otherwise) noexcept
{
	for (const launcher &by : launchers)
		if (const char *text = variable(by.local_rank))
			return std::max<int64_t>(number_in(text), 0);
	return otherwise;
}

c10::intrusive_ptr<c10d::Store> store_by_method(const std::string &method, const place &where,
						std::chrono::milliseconds timeout)
{
	if (method.rfind("env://", 0) == 0)
		return env_store(where, timeout);
	if (method.rfind("tcp://", 0) == 0)
		return address_store(method.substr(6), where, timeout);
	TORCH_CHECK_VALUE(method.rfind("file://", 0) == 0 && method.size() > 7, "the method '",
			  method, "' is unknown: expected env://, tcp://HOST:PORT or file:///PATH");
	return c10::make_intrusive<c10d::FileStore>(method.substr(7),
						    static_cast<int>(where.world_size));
}

} // namespace ct::dist
