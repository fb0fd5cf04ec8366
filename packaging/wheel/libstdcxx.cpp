/*
 * What g++ 12's headers take from libstdc++.so.6 and gcc 8's lacks: linked into the libraries of a
 * wheel, which may meet the older one, and not exported.
 */
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <new>
#include <sstream>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace std {

/* ostringstream() and str() && (GLIBCXX_3.4.26, 3.4.29) */
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;

/* GLIBCXX_3.4.29 */
void __throw_bad_array_new_length()
{
	throw bad_array_new_length();
}

/* GLIBCXX_3.4.30 */
void condition_variable::wait(unique_lock<mutex> &lock)
{
	pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}

/* GLIBCXX_3.4.29: what a future waits with. FUTEX_WAIT_BITSET takes a time of the steady clock. */
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value,
							      bool limited, chrono::seconds s,
							      chrono::nanoseconds ns)
{
	const struct timespec until = {s.count(), ns.count()};

	return syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, limited ? &until : nullptr,
		       nullptr, FUTEX_BITSET_MATCH_ANY) == 0 ||
	       errno != ETIMEDOUT;
}

} // namespace std
