#include "workers/under_way.hpp"

#include <atomic>
#include <csignal>
#include <cstring>
#include <iterator>

#include <unistd.h>

namespace ops {

/* Room for so many threads; a crash in a further one prints the calls of the others. */
static constexpr size_t most = 256;
static std::atomic<const char *> calls[most];
static std::atomic<size_t> threads = 0;
static thread_local size_t own_place = most;

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
static struct sigaction former[std::size(crashes)];

/* A signal handler may not call any other function that prints. */
static void print(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return;
}

static void handle_crash(int number)
{
	print("test_ops dies; what the threads were calling:\n");
	for (std::atomic<const char *> &call : calls)
		if (const char *text = call.exchange(nullptr)) {
			print("    ");
			print(text);
			print("\n");
		}
	for (size_t i = 0; i < std::size(crashes); i++)
		if (crashes[i] == number)
			sigaction(number, &former[i], nullptr);
	raise(number); /* delivered when this returns; a fault would also recur by itself */
}

void tell_calls_of_crash()
{
	struct sigaction action = {};

	action.sa_handler = handle_crash;
	for (size_t i = 0; i < std::size(crashes); i++)
		sigaction(crashes[i], &action, &former[i]);
}

void note_call(const char *text)
{
	if (own_place == most)
		own_place = threads++;
	if (own_place < most)
		calls[own_place] = text;
}

} // namespace ops
