/*
 * The command line of test_ops.
 */
#ifndef OPS_OPTIONS_HPP
#define OPS_OPTIONS_HPP

#include <string>
#include <vector>

namespace ops {

enum class command {
	twin,    /* both sides of every sample, and the report */
	hostile, /* invalid arguments */
	threads, /* many threads at once */
	sample,  /* one sample, in this process, with all its effects */
	list,    /* the names */
	files,   /* whether the lines of the files are about something */
	worker,  /* a child of twin or hostile */
};

struct options {
	command what = command::twin;
	bool hostile = false; /* of a worker and of a sample: hostile arguments */
	bool quick = false;   /* the part that belongs to every run of the tests */
	bool record = false;  /* write results.tsv instead of comparing with it */
	bool samples = false; /* list: every sample of each */
	int jobs = 0;         /* children at once */
	int timeout = 0;      /* seconds that one sample may take */
	int threads = 0;
	std::string text;               /* the sample */
	std::vector<std::string> edits; /* "mat2=NULL" */
	std::string side;               /* "c", "c++"; "": both */
	std::string device;             /* "cuda:0"; "": the CPU */
	std::string load;               /* the library of that device; "": libtorch's own */
	bool values = false;            /* no gradients */
	int seconds = 0;                /* after which no operator is begun; 0: no limit */
	std::string api;
	std::string folder; /* with arguments.txt, found.txt, dies.txt */
	std::string results;
	std::vector<std::string> patterns;
	std::string program;                /* argv[0] */
	std::vector<std::string> arguments; /* those after it, unchanged */
};

/* Throws std::runtime_error for wrong options. Prints and exits for --help. */
options read_options(int argc, char **argv);

} // namespace ops

#endif
