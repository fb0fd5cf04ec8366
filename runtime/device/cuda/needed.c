/*
 * The libraries that a shared library needs, from its dynamic section: loading it would take the
 * space and time of all of them, and the loader names only the first that is missing.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/cuda/needed.h"

struct image {
	const unsigned char *bytes;
	size_t nbytes;
	const ElfW(Phdr) * headers;
	size_t header_count;
};

static const void *at(const struct image *of, size_t offset, size_t nbytes)
{
	return offset <= of->nbytes && nbytes <= of->nbytes - offset ? of->bytes + offset : NULL;
}

static bool has_program_headers(struct image *of)
{
	const ElfW(Ehdr) *start = at(of, 0, sizeof *start);

	if (!start || memcmp(start->e_ident, ELFMAG, SELFMAG) != 0 ||
	    start->e_phentsize != sizeof *of->headers)
		return false;
	of->header_count = start->e_phnum;
	of->headers = at(of, start->e_phoff, of->header_count * sizeof *of->headers);
	return of->headers != NULL;
}

/* The rest of the file from an address of the loaded library on. */
static const char *at_address(const struct image *of, ElfW(Addr) address, size_t *nbytes)
{
	for (size_t i = 0; i < of->header_count; i++) {
		const ElfW(Phdr) *header = &of->headers[i];
		const size_t offset = header->p_offset + (address - header->p_vaddr);

		if (header->p_type != PT_LOAD || address < header->p_vaddr ||
		    address - header->p_vaddr >= header->p_filesz || offset >= of->nbytes)
			continue;
		*nbytes = of->nbytes - offset;
		return (const char *)of->bytes + offset;
	}
	return NULL;
}

static bool visit_section(const struct image *of, const ElfW(Dyn) * section, size_t count,
			  ct_needed_visitor visit, void *context)
{
	const char *names = NULL;
	size_t nbytes = 0;

	for (size_t i = 0; i < count && section[i].d_tag != DT_NULL; i++)
		if (section[i].d_tag == DT_STRTAB)
			names = at_address(of, section[i].d_un.d_ptr, &nbytes);
	for (size_t i = 0; names && i < count && section[i].d_tag != DT_NULL; i++) {
		const size_t place = section[i].d_un.d_val;

		if (section[i].d_tag == DT_NEEDED && place < nbytes &&
		    memchr(names + place, 0, nbytes - place))
			visit(names + place, context);
	}
	return names != NULL;
}

static bool visit_image(struct image *of, ct_needed_visitor visit, void *context)
{
	if (!has_program_headers(of))
		return false;
	for (size_t i = 0; i < of->header_count; i++) {
		const ElfW(Phdr) *header = &of->headers[i];
		const ElfW(Dyn) * section;

		if (header->p_type != PT_DYNAMIC)
			continue;
		section = at(of, header->p_offset, header->p_filesz);
		return section && visit_section(of, section, header->p_filesz / sizeof *section,
						visit, context);
	}
	return false;
}

bool ct_visit_needed(const char *path, ct_needed_visitor visit, void *context)
{
	struct image of = { .bytes = MAP_FAILED };
	struct stat about;
	bool success = false;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file < 0)
		return false;
	if (fstat(file, &about) == 0 && about.st_size > 0) {
		of.nbytes = (size_t)about.st_size;
		of.bytes = mmap(NULL, of.nbytes, PROT_READ, MAP_PRIVATE, file, 0);
	}
	close(file);
	if (of.bytes == MAP_FAILED)
		return false;
	success = visit_image(&of, visit, context);
	munmap((void *)(uintptr_t)of.bytes, of.nbytes);
	return success;
}
