/*
 * The statistics of a device's memory as the table of torch.cuda.memory_summary().
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ctorch/device/memory.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>

#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "device/memory/memory.h"

enum { WIDTH = 75, CELL = 32 };

/* A number with its unit. Python divides while what it is compared with is too large for a unit:
 * all rows of a quantity have that of the first. */
static void format_size(char text[CELL], int64_t number, int64_t compared)
{
	static const char *const units[] = { "B  ", "KiB", "MiB", "GiB", "TiB", "PiB" };
	double left = (double)compared;
	size_t unit = 0;

	while (unit + 1 < sizeof units / sizeof *units && left >= 768 * 1024) {
		number /= 1024;
		left /= 1024;
		unit++;
	}
	snprintf(text, CELL, "%6" PRId64 " %s", number, units[unit]);
}

static void format_count(char text[CELL], int64_t number, int64_t compared)
{
	static const char *const units[] = { " ", "K", "M" };
	double left = (double)compared;
	size_t unit = 0;

	while (unit + 1 < sizeof units / sizeof *units && left >= 750 * 1000) {
		number /= 1000;
		left /= 1000;
		unit++;
	}
	snprintf(text, CELL, "%7" PRId64 " %s ", number, units[unit]);
}

typedef void (*formatter)(char text[CELL], int64_t number, int64_t compared);

static const struct row {
	int quantity;
	const char *name;
	formatter format;
} rows[] = {
	{ CT_MEMORY_ALLOCATED_BYTES, "Allocated memory", format_size },
	{ CT_MEMORY_ACTIVE_BYTES, "Active memory", format_size },
	{ CT_MEMORY_REQUESTED_BYTES, "Requested memory", format_size },
	{ CT_MEMORY_RESERVED_BYTES, "GPU reserved memory", format_size },
	{ CT_MEMORY_INACTIVE_SPLIT_BYTES, "Non-releasable memory", format_size },
	{ CT_MEMORY_ALLOCATION, "Allocations", format_count },
	{ CT_MEMORY_ACTIVE, "Active allocs", format_count },
	{ CT_MEMORY_SEGMENT, "GPU reserved segments", format_count },
	{ CT_MEMORY_INACTIVE_SPLIT, "Non-releasable allocs", format_count },
};

static void print_line(FILE *stream, char c)
{
	putc('|', stream);
	for (int i = 0; i < WIDTH; i++)
		putc(c, stream);
	fputs("|\n", stream);
}

static void print_row(FILE *stream, const char *name, formatter format,
		      const ct_memory_counts *counts, const ct_memory_counts *compared)
{
	char current[CELL], peak[CELL], allocated[CELL], freed[CELL];

	format(current, counts->current, compared->current);
	format(peak, counts->peak, compared->peak);
	format(allocated, counts->allocated, compared->allocated);
	format(freed, counts->freed, compared->freed);
	fprintf(stream, "| %-21s | %s | %s | %s | %s |\n", name, current, peak, allocated, freed);
}

static void print_pools(FILE *stream, const struct row *row,
			const ct_memory_counts pools[CT_MEMORY_POOLS])
{
	const ct_memory_counts *all = &pools[CT_MEMORY_ALL];

	print_line(stream, '-');
	print_row(stream, row->name, row->format, all, all);
	print_row(stream, "      from large pool", row->format, &pools[CT_MEMORY_LARGE_POOL], all);
	print_row(stream, "      from small pool", row->format, &pools[CT_MEMORY_SMALL_POOL], all);
}

static void print_oversize(FILE *stream, const char *name, const ct_memory_counts *counts)
{
	print_line(stream, '-');
	print_row(stream, name, format_count, counts, counts);
}

static void print_head(FILE *stream, ct_device device, const ct_memory_numbers *numbers)
{
	const bool is_cuda = device.type == CT_DEVICE_TYPE_CUDA;
	char name[CELL];

	ct_capitalize(ct_device_type_name(device.type), name, sizeof name);
	print_line(stream, '=');
	fprintf(stream, "|%18sPyTorch %s memory summary, device ID %-*d |\n", "", name,
		21 - (int)strlen(name), (int)device.index);
	print_line(stream, '-');
	fprintf(stream, "|  %9s %4s OOMs: %-12" PRId64 " | %6s %s retries: %-8" PRId64 "  |\n", "",
		name, numbers->events[CT_MEMORY_NUM_OOMS], "",
		is_cuda ? "cudaMalloc" : "    malloc",
		numbers->events[CT_MEMORY_NUM_ALLOC_RETRIES]);
	print_line(stream, '=');
	fputs("|        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  |\n",
	      stream);
}

static void print_numbers(FILE *stream, ct_device device, const ct_memory_numbers *numbers)
{
	print_head(stream, device, numbers);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		print_pools(stream, &rows[i], numbers->pools[rows[i].quantity]);
	print_oversize(stream, "Oversize allocations", &numbers->oversize_allocations);
	print_oversize(stream, "Oversize GPU segments", &numbers->oversize_segments);
	print_line(stream, '=');
}

static ct_error begin_table(ct_device device, struct ct_output *output, const char *function)
{
	ct_memory_numbers numbers;

	CT_TRY(ct_memory_numbers_of(device, &numbers));
	if (device.index < 0)
		CT_TRY(ct_device_current(device.type, &device));
	CT_TRY(ct_output_begin(output, function));
	print_numbers(output->text, device, &numbers);
	return NULL;
}

ct_error ct_device_print_memory(ct_device device, FILE *stream)
{
	struct ct_output output;

	CT_TRY(begin_table(device, &output, __func__));
	return ct_output_end(&output, stream ? stream : stdout, NULL, __func__);
}

ct_error ct_device_memory_to_string(ct_device device, char **result)
{
	struct ct_output output;

	CT_TRY(begin_table(device, &output, __func__));
	return ct_output_give(&output, NULL, __func__, result);
}
