/*
 * The cache of CPU memory: the heap that CPU tensors come from while it is on.
 *
 * malloc() gives pages back as soon as the end of its heap is free, and for large blocks at once; a
 * step that releases all it made at its end then pays for a page fault on every page in the next.
 * This heap gives a page back when no step has used it for a while.
 *
 * It is one range of addresses, reserved once and made usable from its start on. Every block has a
 * header in front, and free neighbors are merged, so that memory of one size serves another: lists
 * for each size would keep a network's gradients apart from its activations, which are never there
 * at the same time. Free blocks are in bins by size, eight for each power of two.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/memory/cache.h"

enum {
	UNIT = 64,           /* what libtorch aligns to; also the room of a header */
	GRANULE = 256 << 10, /* that memory is given back in */
	GROWTH = 16 << 20,   /* that the heap grows by */
	KEPT_STEPS = 8,      /* for which memory stays that no step uses */
	MOST_LOOKS = 32,     /* at blocks of one bin, for the smallest that is large enough */
	BINS = 64 * 8,
};

struct block {
	size_t size;                   /* with this header */
	struct block *before;          /* the one that ends here; NULL: none */
	struct block *next, *previous; /* in its bin, while it is free */
	bool is_free;
};

_Static_assert(sizeof(struct block) <= UNIT, "a header must leave the alignment as it is");

static struct {
	pthread_mutex_t lock;
	size_t limit;
	char *base, *end; /* the range of addresses; they do not change */
	char *usable;     /* the end of what can be used so far */
	char *top;        /* the end of the last block, which is in use */
	struct block *last;
	struct block *bins[BINS];
	uint64_t filled[BINS / 64]; /* a bit for each bin */

	/* Granules, and the number of the step in which each was used last; 0: has no memory. */
	uint32_t *used_in;
	size_t touched; /* none from this one on has memory */
	uint32_t step;
	size_t used, resident; /* bytes */
} heap = { .lock = PTHREAD_MUTEX_INITIALIZER, .limit = SIZE_MAX, .step = 1 };

static void lock(void)
{
	pthread_mutex_lock(&heap.lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&heap.lock);
}

/* --- Bins ------------------------------------------------------------------------------------ */

static unsigned bin_of(size_t size)
{
	const unsigned log = 63 - (unsigned)__builtin_clzll(size);

	return log * 8 + (unsigned)(size >> (log - 3) & 7);
}

static void put_in_bin(struct block *block)
{
	const unsigned bin = bin_of(block->size);

	block->is_free = true;
	block->previous = NULL;
	block->next = heap.bins[bin];
	if (block->next)
		block->next->previous = block;
	heap.bins[bin] = block;
	heap.filled[bin / 64] |= UINT64_C(1) << bin % 64;
}

static void take_from_bin(struct block *block)
{
	const unsigned bin = bin_of(block->size);

	block->is_free = false;
	if (block->next)
		block->next->previous = block->previous;
	if (block->previous)
		block->previous->next = block->next;
	else
		heap.bins[bin] = block->next;
	if (heap.bins[bin] == NULL)
		heap.filled[bin / 64] &= ~(UINT64_C(1) << bin % 64);
}

/* The first bin from this one on that is not empty, or BINS. */
static unsigned next_filled(unsigned bin)
{
	for (; bin < BINS; bin = (bin / 64 + 1) * 64) {
		const uint64_t filled = heap.filled[bin / 64] >> bin % 64;

		if (filled)
			return bin + (unsigned)__builtin_ctzll(filled);
	}
	return BINS;
}

static struct block *smallest_in(unsigned bin, size_t size)
{
	struct block *best = NULL, *block = heap.bins[bin];

	for (int i = 0; block && i < MOST_LOOKS; i++, block = block->next)
		if (block->size >= size && (best == NULL || block->size < best->size))
			best = block;
	return best;
}

static struct block *find_free(size_t size)
{
	const unsigned own = bin_of(size);
	struct block *block = smallest_in(own, size);
	unsigned bin;

	if (block)
		return block;
	bin = next_filled(own + 1);
	return bin < BINS ? smallest_in(bin, size) : NULL;
}

/* --- Memory of the system -------------------------------------------------------------------- */

static size_t granules_up(const char *address)
{
	return ((size_t)(address - heap.base) + GRANULE - 1) / GRANULE;
}

static size_t granules_down(const char *address)
{
	return (size_t)(address - heap.base) / GRANULE;
}

static void note_use(const struct block *block)
{
	const size_t end = granules_up((const char *)block + block->size);

	for (size_t i = granules_down((const char *)block); i < end; i++) {
		if (heap.used_in[i] == 0)
			heap.resident += GRANULE;
		heap.used_in[i] = heap.step;
	}
	if (heap.touched < end)
		heap.touched = end;
}

static void give_back_granules(size_t first, size_t end)
{
	if (first == end)
		return;
	madvise(heap.base + first * GRANULE, (end - first) * GRANULE, MADV_DONTNEED);
	heap.resident -= (end - first) * GRANULE;
	for (size_t i = first; i < end; i++)
		heap.used_in[i] = 0;
}

/* Gives back what lies between these addresses, which are free, and was not used for so many
 * steps. */
static void give_back(const char *start, const char *stop, uint32_t steps)
{
	const size_t end = granules_down(stop);
	size_t first, i;

	for (i = first = granules_up(start); i < end; i++)
		if (heap.used_in[i] == 0 || heap.step - heap.used_in[i] < steps) {
			give_back_granules(first, i);
			first = i + 1;
		}
	if (first < i)
		give_back_granules(first, i);
}

static void give_back_block(const struct block *block, uint32_t steps)
{
	give_back((const char *)block + UNIT, (const char *)block + block->size, steps);
}

static void give_back_top(uint32_t steps)
{
	give_back(heap.top, heap.base + heap.touched * GRANULE, steps);
	while (heap.touched && heap.used_in[heap.touched - 1] == 0)
		heap.touched--;
}

static void give_back_all(uint32_t steps)
{
	for (unsigned bin = next_filled(0); bin < BINS; bin = next_filled(bin + 1))
		for (const struct block *block = heap.bins[bin]; block; block = block->next)
			give_back_block(block, steps);
	give_back_top(steps);
}

/* Where the system counts what could be used, as against what is. */
static void give_back_addresses(void)
{
	char *keep = heap.base + granules_up(heap.top) * GRANULE;

	if (keep < heap.usable &&
	    mmap(keep, (size_t)(heap.usable - keep), PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == keep)
		heap.usable = keep;
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static struct block *block_after(struct block *block)
{
	char *after = (char *)block + block->size;

	return after < heap.top ? (struct block *)after : NULL;
}

static bool grow(size_t size)
{
	size_t wanted;

	if (size <= (size_t)(heap.usable - heap.top))
		return true;
	if (size > (size_t)(heap.end - heap.top))
		return false;
	wanted = size - (size_t)(heap.usable - heap.top);
	wanted = (wanted + GROWTH - 1) / GROWTH * GROWTH;
	if (wanted > (size_t)(heap.end - heap.usable))
		wanted = (size_t)(heap.end - heap.usable);
	if (mprotect(heap.usable, wanted, PROT_READ | PROT_WRITE))
		return false;
	heap.usable += wanted;
	return true;
}

static struct block *take_top(size_t size)
{
	struct block *block = (struct block *)heap.top;

	if (!grow(size))
		return NULL;
	*block = (struct block){ .size = size, .before = heap.last };
	heap.last = block;
	heap.top += size;
	return block;
}

/* Cuts off what is more than `size`, if that is a block's worth. */
static void cut(struct block *block, size_t size)
{
	struct block *rest = (struct block *)((char *)block + size), *after = block_after(block);

	if (block->size - size < CT_CACHE_LEAST + UNIT)
		return;
	*rest = (struct block){ .size = block->size - size, .before = block };
	block->size = size;
	after->before = rest; /* there is one: a free block is never the last */
	put_in_bin(rest);
}

static struct block *take_block(size_t size)
{
	struct block *block = find_free(size);

	if (block == NULL)
		return take_top(size);
	take_from_bin(block);
	cut(block, size);
	return block;
}

/* The block and its free neighbors, as one that is in no bin. */
static struct block *merge(struct block *block)
{
	struct block *before = block->before, *after = block_after(block);

	if (after && after->is_free) {
		take_from_bin(after);
		block->size += after->size;
	}
	if (before && before->is_free) {
		take_from_bin(before);
		before->size += block->size;
		block = before;
	}
	return block;
}

static void free_block(struct block *block)
{
	const bool is_too_much = heap.resident - heap.used > heap.limit;
	struct block *after;

	block = merge(block);
	after = block_after(block);
	if (after) {
		after->before = block;
		put_in_bin(block);
		if (is_too_much)
			give_back_block(block, 0);
		return;
	}
	heap.top = (char *)block;
	heap.last = block->before;
	if (is_too_much)
		give_back_top(0);
}

/* --- What others call ------------------------------------------------------------------------ */

/* As much as there is memory: what cannot be had in any case is then asked of malloc(), whose
 * refusal it is. A limit on addresses is meant for others. */
static size_t size_of_range(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	struct rlimit addresses;

	if (pages < 1 || page < 1 || getrlimit(RLIMIT_AS, &addresses) ||
	    addresses.rlim_cur != RLIM_INFINITY)
		return 0;
	return (size_t)pages * (size_t)page / GRANULE * GRANULE;
}

static char *reserve(size_t size, int access)
{
	void *memory = mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static void start(void)
{
	const size_t size = size_of_range();
	char *range = size ? reserve(size + GRANULE, PROT_NONE) : NULL;

	if (range == NULL)
		return;
	heap.used_in = (uint32_t *)reserve(size / GRANULE * sizeof *heap.used_in,
					   PROT_READ | PROT_WRITE);
	if (heap.used_in == NULL || pthread_atfork(lock, unlock, unlock)) {
		munmap(range, size + GRANULE);
		return;
	}
	lock();
	heap.base = range + (GRANULE - (uintptr_t)range % GRANULE) % GRANULE;
	heap.top = heap.usable = heap.base;
	__atomic_store_n(&heap.end, heap.base + size, __ATOMIC_RELEASE);
	unlock();
}

bool ct_cache_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, start);
	return heap.end != NULL;
}

bool ct_cache_owns(const void *memory)
{
	const char *end = __atomic_load_n(&heap.end, __ATOMIC_ACQUIRE);

	return (const char *)memory < end && (const char *)memory >= heap.base;
}

void *ct_cache_take(size_t n)
{
	struct block *block;

	if (n < CT_CACHE_LEAST || __atomic_load_n(&heap.limit, __ATOMIC_RELAXED) == 0 ||
	    n > (size_t)(__atomic_load_n(&heap.end, __ATOMIC_ACQUIRE) - heap.base))
		return NULL;
	lock();
	block = take_block((n + 2 * UNIT - 1) / UNIT * UNIT);
	if (block) {
		heap.used += block->size;
		note_use(block);
	}
	unlock();
	return block ? (char *)block + UNIT : NULL;
}

void ct_cache_give(void *memory)
{
	struct block *block = (struct block *)((char *)memory - UNIT);

	lock();
	heap.used -= block->size;
	note_use(block);
	free_block(block);
	unlock();
}

void ct_cache_step(void)
{
	lock();
	heap.step++;
	give_back_all(KEPT_STEPS);
	unlock();
}

size_t ct_cache_empty(void)
{
	size_t before, after;

	if (!ct_cache_owns(heap.base))
		return 0;
	lock();
	before = heap.resident;
	give_back_all(0);
	give_back_addresses();
	after = heap.resident;
	unlock();
	return before - after;
}

void ct_cache_set_limit(size_t limit)
{
	lock();
	__atomic_store_n(&heap.limit, limit, __ATOMIC_RELAXED);
	if (heap.resident - heap.used > limit)
		give_back_all(0);
	unlock();
}

struct ct_cache_usage ct_cache_measure(void)
{
	struct ct_cache_usage usage;

	lock();
	usage = (struct ct_cache_usage){ heap.used, heap.resident - heap.used };
	unlock();
	return usage;
}
