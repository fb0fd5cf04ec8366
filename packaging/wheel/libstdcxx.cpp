/*
 * What g++ 12's headers take from libstdc++.so.6 and gcc 8's lacks: linked into the libraries of a
 * wheel, which may meet the older one, and not exported.
 */
#include <condition_variable>
#include <mutex>
#include <new>
#include <sstream>

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

} // namespace std
