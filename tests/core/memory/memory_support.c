#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "memory_support.h"

ct_memory_usage of_thread(void)
{
	ct_memory_usage usage;

	ct_memory_stats(&usage, NULL);
	return usage;
}

ct_memory_usage of_process(void)
{
	ct_memory_usage usage;

	ct_memory_stats(NULL, &usage);
	return usage;
}

ct_tensor *zeros(const int64_t *shape, int64_t shape_len, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_zeros(shape, shape_len, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	return tensor;
}

ct_tensor *many_zeros(int64_t n)
{
	return zeros(&n, 1, CT_FLOAT32);
}

void make_and_free(int n)
{
	ct_tensor *tensors[16];

	for (int i = 0; i < n; i++)
		tensors[i] = number(1);
	for (int i = 0; i < n; i++)
		ct_tensor_free(tensors[i]);
}

void *free_two(void *context)
{
	struct thread_result *result = context;

	ct_tensor_free(result->tensors[0]);
	ct_tensor_free(result->tensors[1]);
	result->last = of_thread();
	return NULL;
}

static bool tracking_before;

void track(void)
{
	tracking_before = ct_memory_is_tracking_enabled();
	ct_memory_set_tracking_enabled(true);
}

void stop_tracking(void)
{
	ct_memory_set_tracking_enabled(tracking_before);
}

char *report(void)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	MUST(stream != NULL);
	CT_CHECK(ct_memory_report(stream));
	fclose(stream);
	return text;
}

static char *next_line(char **rest)
{
	char *line = *rest, *end = line + strcspn(line, "\n");

	if (*line == 0)
		return NULL;
	*rest = end + (*end != 0);
	*end = 0;
	return line;
}

const char *line_with(const char *part, int n)
{
	static char line[512];
	char *text = report(), *rest = text, *next;
	int found = 0;

	while ((next = next_line(&rest)) != NULL) {
		if (strstr(next, part) == NULL)
			continue;
		if (found++ == 0)
			snprintf(line, sizeof line, "%s", next);
	}
	free(text);
	ck_assert_msg(found == n, "%d lines with '%s' instead of %d", found, part, n);
	return n ? line : NULL;
}

void assert_begins(const char *text, const char *with)
{
	ck_assert_msg(text && strncmp(text, with, strlen(with)) == 0,
		      "'%s' does not begin with '%s'", text, with);
}
