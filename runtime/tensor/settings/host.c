/*
 * The system's facts about the machine: from Linux's /proc, otherwise from POSIX.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sys/utsname.h>
#include <unistd.h>

#include "tensor/settings/host.h"

/* The text after "key", blanks and a colon; without the newline. */
static bool value_of(const char *line, const char *key, char *value, size_t size)
{
	const size_t length = strlen(key);

	if (strncmp(line, key, length) != 0)
		return false;
	line += length + strspn(line + length, " \t");
	if (*line != ':')
		return false;
	line += 1 + strspn(line + 1, " \t");
	snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
	return *value != '\0';
}

static bool find_value(const char *path, const char *key, char *value, size_t size)
{
	FILE *file = fopen(path, "re");
	char line[512];
	bool found = false;

	while (file && !found && fgets(line, sizeof line, file))
		found = value_of(line, key, value, size);
	if (file)
		fclose(file);
	return found;
}

void ct_host_cpu_name(char *name, size_t size)
{
	struct utsname system;

	if (find_value("/proc/cpuinfo", "model name", name, size))
		return;
	snprintf(name, size, "%s", uname(&system) == 0 ? system.machine : "unknown");
}

static int64_t meminfo(const char *key)
{
	char value[64];
	long long kilobytes = 0;

	if (find_value("/proc/meminfo", key, value, sizeof value))
		sscanf(value, "%lld", &kilobytes);
	return 1024 * (int64_t)kilobytes;
}

void ct_host_memory(int64_t *available, int64_t *total)
{
	*available = meminfo("MemAvailable");
	*total = meminfo("MemTotal");
	if (*total == 0)
		*total = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
}
