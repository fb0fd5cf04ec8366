/* memory.c: memory of devices, pinned memory, pools, memory of other processes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

/*
 * Memory of a device is a file in memory, mapped for the fake at `storage`. The program has a
 * reserved range of addresses of the same size, and faults if it accesses them, as on a GPU.
 */
struct block {
	char *address, *storage;
	size_t nbytes;
	enum cudaMemoryType type;
	int device;
	int file;                        /* -1: none */
	bool is_registered;              /* the program's own memory */
	bool is_opened;                  /* another process's */
	struct CUmemPoolHandle_st *pool; /* NULL: none */
};

/* By address. */
static struct block *blocks;
static size_t block_count, block_capacity;
static size_t allocated[MAX_DEVICES];

struct CUmemPoolHandle_st {
	int device;
	uint64_t attributes[cudaMemPoolAttrUsedMemHigh + 1];
};

static struct CUmemPoolHandle_st pools[MAX_DEVICES];

/* --- blocks ----------------------------------------------------------------------------------- */

/* The number of blocks that begin at the address or before. */
static size_t blocks_until(const void *address)
{
	size_t low = 0, high = block_count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if ((uintptr_t)blocks[middle].address <= (uintptr_t)address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Requires the lock. */
static struct block *block_of(const void *address)
{
	size_t until = blocks_until(address);
	struct block *block = until ? &blocks[until - 1] : NULL;

	return block && (uintptr_t)address < (uintptr_t)block->address + block->nbytes ? block
										       : NULL;
}

static void insert_block(const struct block *block)
{
	size_t place = blocks_until(block->address);

	if (block_count == block_capacity) {
		block_capacity = block_capacity ? 2 * block_capacity : 64;
		blocks = realloc(blocks, block_capacity * sizeof *blocks);
		if (!blocks)
			abort();
	}
	memmove(blocks + place + 1, blocks + place, (block_count - place) * sizeof *blocks);
	blocks[place] = *block;
	block_count++;
}

static size_t page_multiple(size_t nbytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (nbytes + page - 1) / page * page;
}

/* Maps block->file. */
static cudaError_t map_device_memory(struct block *block)
{
	size_t nbytes = page_multiple(block->nbytes);

	block->storage = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED, block->file, 0);
	block->address = mmap(NULL, nbytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			      -1, 0);
	if (block->storage != MAP_FAILED && block->address != MAP_FAILED)
		return cudaSuccess;
	if (block->storage != MAP_FAILED)
		munmap(block->storage, nbytes);
	close(block->file);
	return cudaErrorMemoryAllocation;
}

static cudaError_t new_device_memory(struct block *block)
{
	block->file = memfd_create("fake_cuda", MFD_CLOEXEC);
	if (block->file < 0)
		return cudaErrorMemoryAllocation;
	if (ftruncate(block->file, (off_t)page_multiple(block->nbytes)) != 0) {
		close(block->file);
		return cudaErrorMemoryAllocation;
	}
	return map_device_memory(block);
}

static cudaError_t new_host_memory(struct block *block)
{
	block->file = -1;
	block->address = mmap(NULL, page_multiple(block->nbytes), PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	block->storage = block->address;
	return block->address == MAP_FAILED ? cudaErrorMemoryAllocation : cudaSuccess;
}

static void unmap_block(const struct block *block)
{
	if (block->is_registered)
		return;
	munmap(block->address, page_multiple(block->nbytes));
	if (block->storage != block->address)
		munmap(block->storage, page_multiple(block->nbytes));
	if (block->file >= 0)
		close(block->file);
}

/* The bytes that count for the limit of a device. */
static size_t charged(const struct block *block)
{
	return block->type == cudaMemoryTypeDevice && !block->is_opened ? block->nbytes : 0;
}

static void change_pool(struct CUmemPoolHandle_st *pool, size_t more, size_t less)
{
	static const enum cudaMemPoolAttr current[] = { cudaMemPoolAttrReservedMemCurrent,
							cudaMemPoolAttrUsedMemCurrent };

	for (int i = 0; i < 2; i++) {
		uint64_t *now = &pool->attributes[current[i]], *high = now + 1;
		*now += more - less;
		if (*high < *now)
			*high = *now;
	}
}

static size_t available(int device)
{
	size_t limit = fake_memory_limit();

	return limit > allocated[device] ? limit - allocated[device] : 0;
}

/* Requires the lock. */
static cudaError_t allocate_locked(struct block *block)
{
	cudaError_t error;

	if (charged(block) > available(block->device))
		return cudaErrorMemoryAllocation;
	error = block->type == cudaMemoryTypeDevice ? new_device_memory(block)
						    : new_host_memory(block);
	if (error)
		return error;
	allocated[block->device] += charged(block);
	if (block->pool)
		change_pool(block->pool, block->nbytes, 0);
	insert_block(block);
	return cudaSuccess;
}

static cudaError_t allocate(void **address, size_t nbytes, enum cudaMemoryType type,
			    struct CUmemPoolHandle_st *pool)
{
	cudaError_t error;
	struct block block = { .nbytes = nbytes, .type = type, .pool = pool };

	if ((error = fake_enter()) || (error = fake_forbid_in_capture()))
		return fake_result(error);
	block.device = fake_current_device();
	if (nbytes == 0) {
		*address = NULL;
		return cudaSuccess;
	}
	pthread_mutex_lock(&fake_lock);
	error = allocate_locked(&block);
	pthread_mutex_unlock(&fake_lock);
	if (error)
		return fake_result(error);
	fake_add(type == cudaMemoryTypeHost ? fake_cuda_host_allocations : fake_cuda_allocations);
	*address = block.address;
	return cudaSuccess;
}

/* Requires the lock. */
static void remove_block(struct block *block)
{
	unmap_block(block);
	allocated[block->device] -= charged(block);
	if (block->pool)
		change_pool(block->pool, 0, block->nbytes);
	block_count--;
	memmove(block, block + 1, (size_t)(blocks + block_count - block) * sizeof *block);
}

static cudaError_t release(void *address, bool is_host, bool is_opened)
{
	struct block *block;
	cudaError_t error = fake_enter();

	if (error || !address)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	block = block_of(address);
	if (!block || block->address != address || block->is_registered ||
	    block->is_opened != is_opened || (block->type == cudaMemoryTypeHost) != is_host)
		error = cudaErrorInvalidValue;
	else
		remove_block(block);
	pthread_mutex_unlock(&fake_lock);
	if (!error && !is_opened)
		fake_add(is_host ? fake_cuda_host_frees : fake_cuda_frees);
	return fake_result(error);
}

char *fake_storage(const void *pointer, size_t nbytes, int *device)
{
	char *storage = (char *)(uintptr_t)pointer;
	struct block *block;

	*device = -1;
	pthread_mutex_lock(&fake_lock);
	block = block_of(pointer);
	if (block && block->type == cudaMemoryTypeDevice) {
		size_t offset = (uintptr_t)pointer - (uintptr_t)block->address;
		*device = block->device;
		storage = nbytes > block->nbytes - offset ? NULL : block->storage + offset;
	}
	pthread_mutex_unlock(&fake_lock);
	return storage;
}

int64_t fake_cuda_allocated(int device)
{
	size_t nbytes = 0;

	pthread_mutex_lock(&fake_lock);
	if (device >= 0 && device < MAX_DEVICES)
		nbytes = allocated[device];
	pthread_mutex_unlock(&fake_lock);
	return (int64_t)nbytes;
}

void fake_cuda_clear_memory(void)
{
	pthread_mutex_lock(&fake_lock);
	for (size_t i = 0; i < block_count; i++)
		if (blocks[i].type == cudaMemoryTypeDevice)
			memset(blocks[i].storage, 0, blocks[i].nbytes);
	pthread_mutex_unlock(&fake_lock);
}

/* --- memory of devices and of the host -------------------------------------------------------- */

cudaError_t cudaMalloc(void **address, size_t nbytes)
{
	return allocate(address, nbytes, cudaMemoryTypeDevice, NULL);
}

cudaError_t cudaFree(void *address)
{
	cudaError_t error = fake_forbid_in_capture();

	return error ? fake_result(error) : release(address, false, false);
}

cudaError_t cudaMallocManaged(void **address, size_t nbytes, unsigned flags)
{
	(void)flags;
	return allocate(address, nbytes, cudaMemoryTypeManaged, NULL);
}

cudaError_t cudaHostAlloc(void **address, size_t nbytes, unsigned flags)
{
	(void)flags;
	return allocate(address, nbytes, cudaMemoryTypeHost, NULL);
}

cudaError_t cudaMallocHost(void **address, size_t nbytes)
{
	return cudaHostAlloc(address, nbytes, 0);
}

cudaError_t cudaFreeHost(void *address)
{
	return release(address, true, false);
}

cudaError_t cudaHostRegister(void *address, size_t nbytes, unsigned flags)
{
	struct block block = { .address = address,
			       .storage = address,
			       .nbytes = nbytes,
			       .type = cudaMemoryTypeHost,
			       .file = -1,
			       .is_registered = true };
	cudaError_t error = fake_enter();

	(void)flags;
	if (error || !address || nbytes == 0)
		return fake_result(error ? error : cudaErrorInvalidValue);
	pthread_mutex_lock(&fake_lock);
	if (block_of(address) || block_of((char *)address + nbytes - 1))
		error = cudaErrorHostMemoryAlreadyRegistered;
	else
		insert_block(&block);
	pthread_mutex_unlock(&fake_lock);
	if (!error)
		fake_add(fake_cuda_host_allocations);
	return fake_result(error);
}

cudaError_t cudaHostUnregister(void *address)
{
	struct block *block;
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	block = block_of(address);
	if (!block || block->address != address || !block->is_registered)
		error = cudaErrorHostMemoryNotRegistered;
	else
		remove_block(block);
	pthread_mutex_unlock(&fake_lock);
	if (!error)
		fake_add(fake_cuda_host_frees);
	return fake_result(error);
}

cudaError_t cudaMemGetInfo(size_t *rest, size_t *total)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	*total = fake_memory_limit();
	*rest = available(fake_current_device());
	pthread_mutex_unlock(&fake_lock);
	return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
	struct block *block;
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	block = block_of(pointer);
	*attributes = (struct cudaPointerAttributes){
		.type = block ? block->type : cudaMemoryTypeUnregistered,
		.device = block ? block->device : -2,
		.devicePointer = block ? (void *)(uintptr_t)pointer : NULL,
		.hostPointer = block && block->type == cudaMemoryTypeDevice
				       ? NULL
				       : (void *)(uintptr_t)pointer,
	};
	pthread_mutex_unlock(&fake_lock);
	return cudaSuccess;
}

/* --- pools ------------------------------------------------------------------------------------ */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
	cudaError_t error = fake_enter();

	if (!error && (device < 0 || device >= fake_device_count()))
		error = cudaErrorInvalidDevice;
	if (error)
		return fake_result(error);
	pools[device].device = device;
	*pool = &pools[device];
	return cudaSuccess;
}

/* Those of 64 bits are amounts, the others switches. */
static bool is_amount(enum cudaMemPoolAttr attribute)
{
	return attribute >= cudaMemPoolAttrReleaseThreshold;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	if (attribute > cudaMemPoolAttrUsedMemHigh)
		return fake_result((cudaError_t)fake_refuse(__func__, cudaErrorNotSupported));
	pthread_mutex_lock(&fake_lock);
	if (is_amount(attribute))
		*(uint64_t *)value = pool->attributes[attribute];
	else
		*(int *)value = (int)pool->attributes[attribute];
	pthread_mutex_unlock(&fake_lock);
	return fake_result(fake_enter());
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	if (attribute > cudaMemPoolAttrUsedMemHigh)
		return fake_result((cudaError_t)fake_refuse(__func__, cudaErrorNotSupported));
	pthread_mutex_lock(&fake_lock);
	pool->attributes[attribute] = is_amount(attribute) ? *(uint64_t *)value
							   : (uint64_t) * (int *)value;
	pthread_mutex_unlock(&fake_lock);
	return fake_result(fake_enter());
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *accesses,
				 size_t count)
{
	(void)pool, (void)accesses, (void)count;
	return fake_result(fake_enter());
}

/* A pool here keeps nothing that it could give back. */
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t nbytes)
{
	(void)pool, (void)nbytes;
	return fake_result(fake_enter());
}

cudaError_t cudaMallocAsync(void **address, size_t nbytes, cudaStream_t stream)
{
	struct CUstream_st *of = fake_stream(stream);

	if (!of)
		return fake_result(cudaErrorInvalidResourceHandle);
	if (of->capture) /* a node that allocates */
		return fake_result((cudaError_t)fake_refuse(__func__, cudaErrorNotSupported));
	return allocate(address, nbytes, cudaMemoryTypeDevice, &pools[of->device]);
}

cudaError_t cudaFreeAsync(void *address, cudaStream_t stream)
{
	(void)stream;
	return release(address, false, false);
}

/* --- memory of other processes ---------------------------------------------------------------- */

int fake_open_file_of(pid_t process, int file)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)process, file);
	return open(path, O_RDWR | O_CLOEXEC);
}

struct ipc_handle {
	pid_t process;
	int file, device;
	size_t nbytes;
};

_Static_assert(sizeof(struct ipc_handle) <= sizeof(cudaIpcMemHandle_t), "a handle has 64 bytes");

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer)
{
	struct block *block;
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	memset(handle, 0, sizeof *handle);
	pthread_mutex_lock(&fake_lock);
	block = block_of(pointer);
	if (!block || block->file < 0 || block->is_opened) {
		error = cudaErrorInvalidValue;
	} else {
		struct ipc_handle own = { getpid(), block->file, block->device, block->nbytes };
		memcpy(handle, &own, sizeof own);
	}
	pthread_mutex_unlock(&fake_lock);
	return fake_result(error);
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags)
{
	struct ipc_handle other;
	struct block block = { .type = cudaMemoryTypeDevice, .is_opened = true };
	cudaError_t error = fake_enter();

	(void)flags;
	if (error)
		return fake_result(error);
	memcpy(&other, &handle, sizeof other);
	if (other.process == getpid())
		return fake_result(cudaErrorDeviceUninitialized);
	block.nbytes = other.nbytes;
	block.device = other.device;
	block.file = fake_open_file_of(other.process, other.file);
	if (block.file < 0)
		return fake_result(cudaErrorInvalidValue);
	pthread_mutex_lock(&fake_lock);
	error = map_device_memory(&block);
	if (!error)
		insert_block(&block);
	pthread_mutex_unlock(&fake_lock);
	if (!error)
		*pointer = block.address;
	return fake_result(error);
}

cudaError_t cudaIpcCloseMemHandle(void *pointer)
{
	return release(pointer, false, true);
}
