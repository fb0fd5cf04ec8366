#define _GNU_SOURCE /* dladdr() */

#include "symbols.h"

#include <errno.h>
#include <string.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/program/elf_symbols.h"

const char *library_of(const char *symbol)
{
	void *address = dlsym(RTLD_DEFAULT, symbol);
	Dl_info info;

	return address != NULL && dladdr(address, &info) ? info.dli_fname : "";
}

static const char *visit_symbols(const char *bytes, size_t size, void (*visit)(const char *name))
{
	struct elf_symbols symbols;
	struct elf_symbol symbol;

	elf_symbols_begin(&symbols, bytes, size);
	while (elf_symbols_next(&symbols, &symbol))
		if (symbol.is_exported)
			visit(symbol.name);
	return symbols.problem;
}

const char *for_each_symbol(const char *path, void (*visit)(const char *name))
{
	const char *problem;
	size_t size = 0;
	struct stat status;
	void *bytes = MAP_FAILED;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file >= 0 && fstat(file, &status) == 0) {
		size = (size_t)status.st_size;
		bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
	}
	if (bytes == MAP_FAILED) {
		problem = strerror(errno);
	} else {
		problem = visit_symbols(bytes, size, visit);
		munmap(bytes, size);
	}
	if (file >= 0)
		close(file);
	return problem;
}
