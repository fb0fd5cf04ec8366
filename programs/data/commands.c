/*
 * ct_data: the commands, their options and their help.
 */
#include "data/commands.h"

#define ARCHIVE_ENDINGS                                                                             \
	"The name's end says how it is compressed: .tar, .tar.gz, .tar.bz2, .tar.xz, .tar.zst or\n" \
	".tar.lz4 (or .tgz, .tbz2, .txz, .tzst).\n"

#define QUIET_AND_HELP                              \
	"  -q, --quiet          show no progress\n" \
	"  -h, --help           show this help\n"

static const char help_of_make[] =
	"Usage: ct_data make [OPTION]... -o FILE\n"
	"\n"
	"Writes an archive of synthetic images in JPEG, to try a program with: colored stripes, in\n"
	"a different direction for each class. The same options give the same archive.\n" ARCHIVE_ENDINGS
	"\n"
	"  -o, --output FILE    the archive, which is written completely or not at all\n"
	"  -n, --number N       number of images (default 1000)\n"
	"  -c, --classes N      number of classes, up to 1000 (default 10)\n"
	"  -g, --geometry WxH   width and height in pixels (default 64x64)\n"
	"      --quality N      of JPEG, 1 to 100 (default 90)\n"
	"  -s, --seed N         for other images (default 1)\n" QUIET_AND_HELP "\n"
	"Example: ct_data make -n 500 -c 3 -g 96x96 -o stripes.tar.gz\n";

static const char help_of_split[] =
	"Usage: ct_data split [OPTION]... -n N ARCHIVE\n"
	"\n"
	"Divides an archive into N parts, to which its files go in turn, in their order. Files that\n"
	"follow each other and have the same name up to the first dot (7.jpg, 7.cls) stay together.\n"
	"The parts are written all or not at all, in the form of the archive's name: a.tar.xz gives\n"
	"a-000.tar.xz, a-001.tar.xz, ...\n"
	"\n"
	"  -n, --number N       number of parts, up to 1000\n"
	"  -o, --output FILE    b.tar gives b-000.tar, b-001.tar, ...: another name, folder or\n"
	"                       compression (.tar, .tar.gz, .tar.bz2, .tar.xz, .tar.zst, .tar.lz4)\n" QUIET_AND_HELP
	"\n"
	"Example: ct_data split -n 8 stripes.tar.gz\n";

static const char help_of_interleave[] =
	"Usage: ct_data interleave [OPTION]... -o FILE ARCHIVE...\n"
	"\n"
	"Joins archives: takes a file of each in turn. Files that follow each other and have the\n"
	"same name up to the first dot (7.jpg, 7.cls) stay together.\n" ARCHIVE_ENDINGS "\n"
	"  -o, --output FILE    the archive, which is written completely or not at all\n" QUIET_AND_HELP
	"\n"
	"Example: ct_data interleave -o all.tar stripes-*.tar.gz\n";

static const char help_of_vocabulary[] =
	"Usage: ct_data vocabulary [OPTION]... ARCHIVE...|FOLDER\n"
	"\n"
	"Lists the names of the classes. The number of a class is that of its line, from 0.\n"
	"\n"
	"      --json           as a list in JSON\n" QUIET_AND_HELP "\n"
	"Example: ct_data vocabulary stripes.tar.gz\n";

static const char help_of_stats[] =
	"Usage: ct_data stats [OPTION]... ARCHIVE...|FOLDER\n"
	"\n"
	"Shows the number of images, their smallest and largest sizes, and the mean and standard\n"
	"deviation of each channel over all pixels, from 0 to 1, as Normalize needs them. Gray\n"
	"images count as red, green and blue ones.\n"
	"\n"
	"  -w, --workers N      threads that decode (default 2; 0: none but the program's)\n"
	"      --json           as an object in JSON, with all digits\n" QUIET_AND_HELP "\n"
	"Example: ct_data stats -w 4 photos/train\n";

static const char help_of_bench[] =
	"Usage: ct_data bench [OPTION]... ARCHIVE...|FOLDER\n"
	"\n"
	"Measures how fast a training program gets its images: reading the files, decoding them,\n"
	"a usual transform (RandomResizedCrop, RandomHorizontalFlip, ToTensor, Normalize) and\n"
	"collating batches, each with what is before it; then the loader, with 0, 1, 2, 4, ...\n"
	"workers. The files are read once before, so that the system has them in memory, if they\n"
	"fit.\n"
	"\n"
	"  -n, --number N       number of images to measure with (default: all)\n"
	"  -b, --batch N        images in a batch (default 64)\n"
	"  -w, --workers N      largest number of workers (default 2)\n"
	"  -i, --size N         width and height of the transformed images (default 224)\n" QUIET_AND_HELP
	"\n"
	"Example: ct_data bench -w 8 photos/train\n";

static const char help_of_preview[] =
	"Usage: ct_data preview [OPTION]... -o FILE.png ARCHIVE...|FOLDER\n"
	"\n"
	"Draws some images, chosen at random, as a grid with 8 in a row. In archives, they are chosen\n"
	"among the first images: 1000 and as many as are drawn.\n"
	"\n"
	"  -o, --output FILE    the picture, which is written completely or not at all\n"
	"  -n, --number N       number of images, up to 10000 (default 64)\n"
	"  -i, --size N         width and height of each (default 96)\n"
	"  -s, --seed N         for other images (default 1)\n" QUIET_AND_HELP "\n"
	"Example: ct_data preview -n 32 -o stripes.png stripes.tar.gz\n";

const struct command commands[] = {
	{
		.name = "make",
		.run = make_archive,
		.options = "ncgQosqh",
		.summary = "write an archive of synthetic images",
		.help = help_of_make,
		.output = ARCHIVE,
		.paths_min = 0,
		.paths_max = 0,
		.number = 1000,
		.number_max = 1000000000,
	},
	{
		.name = "split",
		.run = split_archive,
		.options = "noqh",
		.summary = "divide an archive",
		.help = help_of_split,
		.output = PARTS,
		.paths_min = 1,
		.paths_max = 1,
		.number_max = 1000,
	},
	{
		.name = "interleave",
		.run = interleave_archives,
		.options = "oqh",
		.summary = "join archives, a file of each in turn",
		.help = help_of_interleave,
		.output = ARCHIVE,
		.paths_min = 1,
		.paths_max = 1000,
	},
	{
		.name = "vocabulary",
		.run = list_vocabulary,
		.options = "Jqh",
		.summary = "list the classes of archives or a folder",
		.help = help_of_vocabulary,
		.output = NO_OUTPUT,
		.paths_min = 1,
		.paths_max = INT64_MAX,
	},
	{
		.name = "stats",
		.run = show_statistics,
		.options = "wJqh",
		.summary = "number, sizes, mean and standard deviation of images",
		.help = help_of_stats,
		.output = NO_OUTPUT,
		.paths_min = 1,
		.paths_max = INT64_MAX,
	},
	{
		.name = "bench",
		.run = measure_pipeline,
		.options = "nbwiqh",
		.summary = "measure how fast images are read and loaded",
		.help = help_of_bench,
		.output = NO_OUTPUT,
		.paths_min = 1,
		.paths_max = INT64_MAX,
		.number_max = 1000000000,
		.size = 224,
	},
	{
		.name = "preview",
		.run = write_preview,
		.options = "oniqsh",
		.summary = "draw some images as a grid",
		.help = help_of_preview,
		.output = PICTURE,
		.paths_min = 1,
		.paths_max = INT64_MAX,
		.number = 64,
		.number_max = 10000,
		.size = 96,
	},
	{ .name = NULL },
};
