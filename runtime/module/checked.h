/*
 * Inside the library: a table of all modules, in a checked build. In other builds these do nothing.
 */
#ifndef CT_MODULE_CHECKED_H
#define CT_MODULE_CHECKED_H

#include <ctorch/nn/module.h>

#include "core/base/origin.h"

enum {
	CT_MODULE_FAULT_SIZE = 400,
	CT_MODULES_REMEMBERED = 4096 /* released modules */
};

/* Adds a new module. False: no memory. */
bool ct_modules_note_made(const ct_module *module);
void ct_modules_note_released(const ct_module *module, struct ct_origin by);

/* Modules that contain it have this many more references to it. */
void ct_modules_note_contained(const ct_module *module, int change);

/* Whether the module can be used; if not, `fault` is the reason, to follow "argument 1 (self): ". */
bool ct_modules_lives(const ct_module *module, char fault[CT_MODULE_FAULT_SIZE]);

/* For a function that cannot return an error: ends the process with a message. NULL is accepted. */
void ct_modules_argument(const ct_module *module, struct ct_origin here);
/* The same for a handle that is to be freed, of `references`: one is not that of a parent. */
void ct_modules_freed(const ct_module *module, int references, struct ct_origin here);

static inline bool ct_module_note_made(const ct_module *module)
{
	return !CT_CHECKED || ct_modules_note_made(module);
}

static inline void ct_module_note_released(const ct_module *module, struct ct_origin by)
{
	if (CT_CHECKED)
		ct_modules_note_released(module, by);
}

static inline void ct_module_note_contained(const ct_module *module, int change)
{
	if (CT_CHECKED && module)
		ct_modules_note_contained(module, change);
}

static inline void ct_module_check_argument(const ct_module *module, struct ct_origin here)
{
	if (CT_CHECKED)
		ct_modules_argument(module, here);
}

#endif
