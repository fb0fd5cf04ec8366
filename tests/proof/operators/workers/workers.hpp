/*
 * Child processes that share the operators. One that dies or hangs in a call is replaced by
 * another, which continues after that call; and two more find out whether either side alone dies of
 * it.
 */
#ifndef OPS_WORKERS_HPP
#define OPS_WORKERS_HPP

#include <chrono>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "workers/child.hpp"
#include "workers/lines.hpp"
#include "options.hpp"

namespace ops {

/* A call that a process did not survive, or that dies.txt lists. */
struct death {
	call_name call;
	bool finding; /* while finding an operator's arguments */
	/* How the child that made both calls ended: "SIGSEGV", "hangs"; "" if dies.txt has the
	 * call, which was then not made among others. */
	std::string together;
	std::string c;       /* the C function by itself; "" if it returned */
	std::string cpp;     /* libtorch by itself */
	std::string printed; /* by the first of them that printed something */
};

/* Gets the lines of the workers; see worker.hpp. */
class listener {
public:
	virtual ~listener() = default;
	virtual void said(const std::string &op, const field_list &line) = 0;
	virtual void died(const death &death) = 0;
	/* A child that ended badly outside of any call, with a sanitizer's report perhaps. */
	virtual void ended_badly(const std::string &how, const std::string &printed) = 0;
	virtual void progress(size_t operators_done) = 0;
	/* Ended by its time limit. */
	virtual void out_of_time(size_t operators_left) = 0;
};

class workers {
public:
	workers(const options &options, listener &listener);
	~workers();
	/* Returns when all is done. */
	void run(const std::vector<std::string> &operators);

private:
	struct work {
		std::string op;
		long first;       /* item */
		std::string side; /* "c", "c++": of one call, alone */
		call_name call;
		bool fresh = false; /* in a new, unaffected process */
		/* Samples whose call, to derive others, was fatal. */
		std::vector<std::string> avoided = {};
	};
	struct member;

	std::chrono::seconds patience() const;
	member *idle();
	size_t busy() const;
	void start(const work &task);
	void give(member &worker, const work &task);
	void give_tasks();
	void wait_for_lines();
	void read_from(member &worker);
	void take(member &worker, const field_list &line);
	void finish(member &worker);
	void gone(member &worker);
	void copy_died(member &worker, const std::string &how);
	static bool avoids(const work &task, const call_name &call);
	void lost(member &worker, const std::string &how);
	void look_into(const death &death);
	void side_told(const member &worker, const std::string &how);
	void restart(member &worker);
	void give_up();
	void retire(member &worker);
	void retire_all();

	const options &options_;
	listener &listener_;
	std::deque<work> tasks_;
	std::list<std::unique_ptr<member>> workers_;
	/* Deaths under investigation, by operator and label. */
	struct inquiry {
		death of;
		int sides_open;
		int asked; /* how often libtorch alone was called */
	};
	std::map<std::pair<std::string, std::string>, inquiry> inquiries_;
	size_t operators_done_ = 0;
};

} // namespace ops

#endif
