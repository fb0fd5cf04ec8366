/*
 * Inside the library: objects that are reference counted and belong to scopes.
 */
#ifndef CT_CORE_MEMORY_COUNTED_H
#define CT_CORE_MEMORY_COUNTED_H

#include <stdatomic.h>
#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

/* What a type of objects is, of which there is one. */
struct ct_counted_class {
	const char *name;        /* "a dataset", for messages */
	void (*destroy)(void *); /* when the last reference is gone; frees the object, too */
};

/* The first field of an object. The class comes after the 16 bytes that glibc's free() writes to, so
 * that an object that was released is known until its memory is used again. */
struct ct_counted {
	_Alignas(16) atomic_int references;
	_Alignas(16) const struct ct_counted_class *klass;
};

/* Zeroed memory with one reference, which belongs to no scope; NULL: there is none. */
void *ct_counted_alloc(const struct ct_counted_class *klass, size_t nbytes);

/* Gives a new object to the innermost scope, if one is open. NULL, and no memory for that: an error,
 * after which it is released. */
ct_error ct_counted_give(void *object, const struct ct_counted_class *klass,
			 const char *function) CT_WARN_UNUSED;

/* One more reference, which belongs to no scope; NULL for NULL. */
void *ct_counted_share(const void *object);

/* Releases a reference that belongs to no scope; NULL is accepted. */
void ct_counted_drop(void *object);

/* What the public functions do: a handle more, a handle less. */
void *ct_counted_keep(const void *object);
void ct_counted_free(void *object);

static inline void ct_counted_drop_held(void **object)
{
	ct_counted_drop(*object);
}

/* At the beginning of a function that calls functions of the program, one of which may release the
 * program's last handle: keeps the object, which may be NULL, until the block ends. */
#define CT_HOLD(object) CT_HOLD_AT_(object, __LINE__)
#define CT_HOLD_AT_(object, line) CT_HOLD_NAMED_(object, line)
#define CT_HOLD_NAMED_(object, line) \
	void *ct_held_##line##_      \
		__attribute__((cleanup(ct_counted_drop_held), unused)) = ct_counted_share(object)

/* An error unless it is an object of the class that was not released. */
ct_error ct_counted_check(const void *object, const struct ct_counted_class *klass,
			  const char *function, int position, const char *name) CT_WARN_UNUSED;

#endif
