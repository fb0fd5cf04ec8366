/*
 * Whether a handle is a module that can be used; the table of modules of a checked build, and its
 * messages.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Without memory an element is not added: its table is NULL. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "core/base/place.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "module/checked.h"
#include "module/module.h"

struct record {
	const ct_module *module;
	const char *class_name; /* static, as the class is */
	bool lives;
	int contained;             /* references of modules that contain it */
	struct ct_origin released; /* if it does not live */
	UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *records;

/* Those that were released, the oldest to be forgotten first. */
static const ct_module *released[CT_MODULES_REMEMBERED];
static uint32_t next_released;

/* --- the table, under its lock ---------------------------------------------------------------- */

static void enter(void)
{
	pthread_mutex_lock(&lock);
}

static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

static void survive_forks(void)
{
	pthread_atfork(enter, leave, leave);
}

static struct record *checked_find(const ct_module *module)
{
	struct record *record;

	HASH_FIND_PTR(records, &module, record);
	return record;
}

static void checked_forget(struct record *record)
{
	if (record == NULL || record->lives)
		return;
	HASH_DEL(records, record);
	free(record);
}

static bool checked_add(struct record new)
{
	struct record *record;

	checked_forget(checked_find(new.module)); /* of another one that had this address */
	record = malloc(sizeof *record);
	if (record == NULL)
		return false;
	*record = new;
	HASH_ADD_PTR(records, module, record);
	if (record->hh.tbl)
		return true;
	free(record);
	return false;
}

bool ct_modules_note_made(const ct_module *module)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct record new = { .module = module,
				    .class_name = module->klass->name,
				    .lives = true };
	bool added;

	pthread_once(&once, survive_forks);
	enter();
	added = checked_add(new);
	leave();
	return added;
}

void ct_modules_note_released(const ct_module *module, struct ct_origin by)
{
	struct record *record;

	enter();
	record = checked_find(module);
	if (record) {
		checked_forget(checked_find(released[next_released]));
		released[next_released] = module;
		next_released = (next_released + 1) % CT_MODULES_REMEMBERED;
		record->lives = false;
		record->released = by;
	}
	leave();
}

void ct_modules_note_contained(const ct_module *module, int change)
{
	struct record *record;

	enter();
	record = checked_find(module);
	if (record)
		record->contained += change;
	leave();
}

/* A copy, so that messages are made without the lock. False: it is not known. */
static bool look_up(const ct_module *module, struct record *copy)
{
	const struct record *record;

	enter();
	record = checked_find(module);
	if (record)
		*copy = *record;
	leave();
	return record != NULL;
}

/* --- messages --------------------------------------------------------------------------------- */

static void describe_release(const struct record *record, char *fault)
{
	const struct ct_origin by = record->released;
	char place[128] = "";

	if (by.caller)
		ct_place_text(by.caller, place, sizeof place);
	snprintf(fault, CT_MODULE_FAULT_SIZE,
		 "it was already released: a module of the class %s, released by %s%s%s",
		 record->class_name, by.function, by.caller ? ", called from " : "", place);
}

bool ct_modules_lives(const ct_module *module, char fault[CT_MODULE_FAULT_SIZE])
{
	struct record record;

	if (!look_up(module, &record))
		snprintf(fault, CT_MODULE_FAULT_SIZE,
			 "%p is not a module: libctorch never returned it, or released it more "
			 "than %d modules ago",
			 (const void *)module, CT_MODULES_REMEMBERED);
	else if (!record.lives)
		describe_release(&record, fault);
	else
		return true;
	return false;
}

void ct_modules_argument(const ct_module *module, struct ct_origin here)
{
	char fault[CT_MODULE_FAULT_SIZE];

	if (module && !ct_modules_lives(module, fault))
		ct_checked_stop(here, CT_SELF, fault);
}

void ct_modules_freed(const ct_module *module, int references, struct ct_origin here)
{
	char fault[CT_MODULE_FAULT_SIZE];
	struct record record;

	ct_modules_argument(module, here);
	if (!look_up(module, &record) || references > record.contained)
		return;
	snprintf(fault, sizeof fault,
		 "this %s belongs to the modules that contain it: free only handles from "
		 "ct_module_new() or ct_module_retain()",
		 record.class_name);
	ct_checked_stop(here, CT_SELF, fault);
}

/* --- any build -------------------------------------------------------------------------------- */

ct_error ct_module_check(const ct_module *self, const char *function, int position,
			 const char *name)
{
	char fault[CT_MODULE_FAULT_SIZE];

	if (self == NULL)
		return ct_missing_argument(function, position, name);
	if (CT_CHECKED ? ct_modules_lives(self, fault) : self->magic == CT_MODULE_LIVES)
		return NULL;
	if (!CT_CHECKED && self->magic == CT_MODULE_RELEASED)
		snprintf(fault, sizeof fault, "it was already released");
	else if (!CT_CHECKED)
		snprintf(fault, sizeof fault, "%p is not a module", (const void *)self);
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s): %s", position, name,
			    fault);
}
