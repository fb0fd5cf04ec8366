#include "name/naming.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "types/type_table.h"
#include "read/schema.h"
#include "util/hash.h"
#include "util/text.h"

/* --- files ------------------------------------------------------------------------------------ */

/* Operators with these prefixes have their own header; the others are grouped by first letter. */
static const struct {
	const char *prefix;
	const char *group;
} prefix_groups[] = {
	{ "linalg_", "linalg" }, { "fft_", "fft" },       { "special_", "special" },
	{ "nested_", "nested" }, { "sparse_", "sparse" }, { "quantized_", "quantized" },
	{ "mkldnn_", "mkldnn" }, { "cudnn_", "cudnn" },   { "_foreach_", "foreach" },
	{ "_fused_", "fused" },
};

/*
 * The groups that share a source file, so that the files have similar sizes: 73 to 194 operators
 * in the pinned release, and 255 in foreach, whose wrappers are short. A third of all operators
 * begins with an underscore, as private names do in Python; these are grouped by their second
 * letter, and each of their source files has one header.
 */
static const struct {
	const char *shard;
	const char *groups;
	const char *second; /* of private operators: what follows the underscore */
} shards[] = {
	{ "a", "a", NULL },
	{ "b", "b", NULL },
	{ "c", "c", NULL },
	{ "d_e", "d e", NULL },
	{ "f", "f fft", NULL },
	{ "g_h", "g h", NULL },
	{ "i_k", "i j k", NULL },
	{ "l", "l", NULL },
	{ "linalg", "linalg", NULL },
	{ "m", "m", NULL },
	{ "n", "n", NULL },
	{ "o_q", "o p q", NULL },
	{ "r", "r", NULL },
	{ "s", "s", NULL },
	{ "special", "special", NULL },
	{ "t", "t", NULL },
	{ "u_z", "u v w x y z", NULL },
	{ "backends", "cudnn mkldnn nested quantized sparse", NULL },
	{ "foreach", "foreach fused", NULL },
	{ "private_a_c", "_a _b _c", "a letter from a to c" },
	{ "private_d_l", "_d _e _f _g _h _i _j _k _l", "a letter from d to l" },
	{ "private_m_r", "_m _n _o _p _q _r", "a letter from m to r" },
	{ "private_s", "_s", "an s" },
	/* The last one: also for a lone "_", or one that a digit or another "_" follows. */
	{ "private_t_z", "_t _u _v _w _x _y _z", "a letter from t to z, or no letter" },
};

const char *naming_shard(size_t i)
{
	return i < sizeof shards / sizeof *shards ? shards[i].shard : NULL;
}

const char *naming_contents(struct arena *arena, const char *group)
{
	for (size_t i = 0; i < sizeof prefix_groups / sizeof *prefix_groups; i++)
		if (!strcmp(group, prefix_groups[i].group))
			return arena_printf(arena, "those that begin with %s",
					    prefix_groups[i].prefix);
	for (size_t i = 0; i < sizeof shards / sizeof *shards; i++)
		if (shards[i].second && !strcmp(group, shards[i].shard))
			return arena_printf(arena, "those that begin with _ and %s",
					    shards[i].second);
	return arena_printf(arena, "those that begin with %s and have no header of their own",
			    group);
}

/* "linalg", "a", "_s": determined by the start of the name. */
static const char *group_key(struct arena *arena, const char *name)
{
	for (size_t i = 0; i < sizeof prefix_groups / sizeof *prefix_groups; i++)
		if (!strncmp(name, prefix_groups[i].prefix, strlen(prefix_groups[i].prefix)))
			return prefix_groups[i].group;
	return text_lower(arena, arena_strndup(arena, name, name[0] == '_' && name[1] ? 2 : 1));
}

/* The index in `shards`. */
static size_t shard_of(const char *key)
{
	size_t i = 0;

	while (i < sizeof shards / sizeof *shards - 1 && !text_has_word(shards[i].groups, key, " "))
		i++;
	return i;
}

/* Returns the same string for the same group, so that groups can be compared as pointers. */
static const char *group_of(struct arena *arena, struct model *model, const char *group)
{
	for (size_t i = 0; i < model->groups.len; i++)
		if (!strcmp(model->groups.at[i], group))
			return model->groups.at[i];
	group = arena_strdup(arena, group);
	vec_push(arena, &model->groups, group);
	return group;
}

const char *naming_header(struct arena *arena, const char *room, const char *group)
{
	return arena_printf(arena, "ctorch/%s/%s.h", room, group);
}

const char *naming_guard(struct arena *arena, const char *header)
{
	char *guard = arena_strdup(arena, text_upper(arena, header));

	for (char *at = guard; *at; at++)
		*at = (char)(*at == '/' || *at == '.' || *at == '-' ? '_' : *at);
	return guard;
}

/* --- words that cannot be a parameter --------------------------------------------------------- */

/*
 * Keywords of C and C++, alternative tokens, and macros of the C99 headers. Most macros in capitals
 * are not listed here: they contain an underscore, or belong to the families below.
 */
/* clang-format off */
static const char *const words[] = {
	"BUFSIZ", "CLOCKS_PER_SEC", "EOF", "I", "INFINITY", "L_tmpnam", "MB_CUR_MAX", "NAN",
	"NDEBUG", "NULL", "WEOF", "alignas", "alignof", "and", "and_eq", "asm", "assert", "auto",
	"bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t",
	"char8_t", "class", "co_await", "co_return", "co_yield", "compl", "complex", "concept",
	"const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
	"default", "delete", "do", "double", "dynamic_cast", "else", "enum", "errno", "explicit",
	"export", "extern", "false", "float", "for", "friend", "goto", "if", "imaginary", "inline",
	"int", "linux", "long", "math_errhandling", "mutable", "namespace", "new", "noexcept",
	"noreturn", "not", "not_eq", "nullptr", "offsetof", "operator", "or", "or_eq", "private",
	"protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
	"setjmp", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "stderr",
	"stdin", "stdout", "struct", "switch", "template", "this", "thread_local", "throw", "true",
	"try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unix",
	"unsigned", "using", "va_arg", "va_copy", "va_end", "va_start", "virtual", "void",
	"volatile", "wchar_t", "while", "xor", "xor_eq",
	/* The remaining macros in the headers of Linux and libtorch. */
	"CSIGNAL", "L_ctermid", "L_cuserid", "MAXFLOAT", "MINSIGSTKSZ", "MaxTypeIndex", "NFDBITS",
	"NGREG", "NSIG", "NZERO", "P_tmpdir", "WCONTINUED", "WEXITED", "WNOHANG", "WNOWAIT",
	"WSTOPPED", "WUNTRACED", "sched_priority",
	/* <math.h>, <tgmath.h>, <complex.h> */
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "carg", "cbrt", "ceil",
	"cimag", "conj", "copysign", "cos", "cosh", "cproj", "creal", "erf", "erfc", "exp", "exp2",
	"expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fpclassify", "frexp",
	"hypot", "ilogb", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless",
	"islessequal", "islessgreater", "isnan", "isnormal", "isunordered", "ldexp", "lgamma",
	"llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround",
	"nearbyint", "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round",
	"scalbln", "scalbn", "signbit", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
};

/* Patterns for fnmatch(), which begin with a letter or '_'. ct_* are the library's own names. */
static const char *const reserved_families[] = {
	"ct_*", "_[A-Z]*", "__*", "E[A-Z0-9]*", "SIG*", "si_*", "sa_*", "sigev_*", "M_*", "PRI*",
	"SCN*", "SNAN*", "SYS_*",
};
/* clang-format on */

/* The form of a macro name: SEEK_SET, INT64_MAX, TORCH_API, CT_HERE. LU_pivots is an argument. */
static bool is_like_a_macro(const char *name)
{
	const char *underscore = strchr(name, '_');

	return underscore && underscore != name && underscore[1] &&
	       !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Sorted: the words above, and those of the C types, which a parameter would hide from later
 * parameters. */
static struct names reserved_words(struct arena *arena)
{
	struct names reserved = type_table_words(arena);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		vec_push(arena, &reserved, words[i]);
	names_sort(&reserved);
	return reserved;
}

static bool is_reserved(const struct names *reserved, const char *name)
{
	if (names_sorted_have(reserved, name) || is_like_a_macro(name))
		return true;
	for (size_t i = 0; i < sizeof reserved_families / sizeof *reserved_families; i++)
		if (reserved_families[i][0] == name[0] && !fnmatch(reserved_families[i], name, 0))
			return true;
	return false;
}

static const char *not_reserved(struct arena *arena, const struct names *reserved, const char *name)
{
	return is_reserved(reserved, name) ? arena_printf(arena, "%s_", name) : name;
}

/* The name of the length parameter for the schema's `name`. */
static const char *length_name(struct arena *arena, const struct names *reserved, const char *name)
{
	return not_reserved(arena, reserved, arena_printf(arena, "%s_len", name));
}

/* --- parameters and results ------------------------------------------------------------------- */

static void name_args(struct arena *arena, const struct names *reserved, struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		struct arg *arg = &schema->args.at[i];

		arg->c_name = not_reserved(arena, reserved, arg->name);
		if (arg->form->has_length)
			arg->c_length = length_name(arena, reserved, arg->name);
	}
}

static bool is_parameter(const struct schema *schema, const char *name)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		if (!strcmp(arg->c_name, name) || !strcmp(arg->name, name))
			return true;
		if (arg->c_length && !strcmp(arg->c_length, name))
			return true;
	}
	return false;
}

static const char *result_name(struct arena *arena, const struct schema *schema, size_t i)
{
	const char *name = schema->rets.at[i].name;

	if (!name)
		name = schema->rets.len == 1 ? "result" : arena_printf(arena, "result%zu", i);
	if (is_parameter(schema, name))
		name = arena_printf(arena, "%s_result", name);
	return name;
}

static const struct arg *written_by(const struct schema *schema, const struct ret *ret)
{
	if (ret->alias && ret->alias->is_write)
		for (size_t i = 0; i < schema->args.len; i++)
			if (alias_equal(ret->alias, schema->args.at[i].alias))
				return &schema->args.at[i];
	return NULL;
}

static void name_rets(struct arena *arena, const struct names *reserved, struct schema *schema)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		struct ret *ret = &schema->rets.at[i];
		const char *name = result_name(arena, schema, i);

		ret->written = written_by(schema, ret);
		ret->c_name = not_reserved(arena, reserved, name);
		if (ret->form->has_length)
			ret->c_length = length_name(arena, reserved, name);
	}
}

/* --- collisions ------------------------------------------------------------------------------- */

/* A used name, and what uses it. */
struct taken {
	const char *name;
	const char *what; /* "the operator 'add.Tensor'" */
	struct loc loc;
	UT_hash_handle hh;
};

static void take(struct arena *arena, struct diag *diag, struct taken **all, const char *name,
		 const char *what, struct loc loc)
{
	struct taken *taken;

	HASH_FIND_STR(*all, name, taken);
	if (taken) {
		diag_error(diag, loc, NULL, "the name '%s' of %s is already used by %s", name, what,
			   taken->what);
		diag_note(diag, taken->loc, "%s is here", taken->what);
		return;
	}
	taken = arena_alloc(arena, sizeof *taken);
	*taken = (struct taken){ .name = name, .what = what, .loc = loc };
	HASH_ADD_KEYPTR(hh, *all, taken->name, strlen(taken->name), taken);
}

/*
 * Only the first use of a name counts. The headers do not collide with each other, or C would
 * refuse them, but a macro may have two definitions (#ifdef), and an enum has the name of its
 * typedef.
 */
static void take_first(struct arena *arena, struct taken **all, const char *name,
		       const struct decl *decl)
{
	struct taken *taken;

	HASH_FIND_STR(*all, name, taken);
	if (taken)
		return;
	taken = arena_alloc(arena, sizeof *taken);
	*taken = (struct taken){ .name = name,
				 .loc = decl->loc,
				 .what = arena_printf(arena, "the runtime in %s", decl->header) };
	HASH_ADD_KEYPTR(hh, *all, taken->name, strlen(taken->name), taken);
}

static void take_runtime(struct arena *arena, struct taken **all, const struct api *api)
{
	for (size_t i = 0; i < api->decls.len; i++) {
		const struct decl *decl = &api->decls.at[i];

		take_first(arena, all, decl->name, decl);
		for (size_t j = 0; decl->kind == DECL_ENUM && j < decl->members.len; j++)
			take_first(arena, all, decl->members.at[j].name, decl);
	}
}

static bool occurs_twice(const struct schema *schema, const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		count += !strcmp(arg->c_name, name);
		count += arg->c_length && !strcmp(arg->c_length, name);
	}
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		count += !strcmp(ret->c_name, name);
		count += ret->c_length && !strcmp(ret->c_length, name);
	}
	return count > 1;
}

/* The first name that two parameters share; NULL if there is none. */
static const char *shared_name(const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		if (occurs_twice(schema, arg->c_name))
			return arg->c_name;
		if (arg->c_length && occurs_twice(schema, arg->c_length))
			return arg->c_length;
	}
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (occurs_twice(schema, ret->c_name))
			return ret->c_name;
		if (ret->c_length && occurs_twice(schema, ret->c_length))
			return ret->c_length;
	}
	return NULL;
}

static void check_end(struct diag *diag, const struct op *op, const char *name)
{
	if (text_ends_with(name, "__"))
		diag_error(diag, op->entry->loc, NULL,
			   "the parameter '%s' ends in two underscores, which are reserved for the "
			   "variables of wrappers",
			   name);
}

static void check_names(struct diag *diag, const struct op *op)
{
	const char *name = shared_name(&op->schema);

	if (name)
		diag_error(diag, op->entry->loc, NULL, "two parameters of %s would be named '%s'",
			   op->symbol, name);
	for (size_t i = 0; i < op->schema.args.len; i++)
		check_end(diag, op, op->schema.args.at[i].c_name);
	for (size_t i = 0; i < op->schema.rets.len; i++)
		check_end(diag, op, op->schema.rets.at[i].c_name);
}

/* --- the pass --------------------------------------------------------------------------------- */

static void name_function(struct arena *arena, const struct names *reserved, const char *prefix,
			  struct op *op)
{
	char *struct_name = arena_printf(arena, "%s%s", prefix, op->name);

	for (char *c = struct_name; *c; c++)
		if (*c == '.')
			*c = '_';
	op->struct_name = struct_name;
	op->symbol = arena_printf(arena, "ct_%s", struct_name);
	name_args(arena, reserved, &op->schema);
	name_rets(arena, reserved, &op->schema);
}

static void name_op(struct arena *arena, struct model *model, const struct names *reserved,
		    struct op *op)
{
	const char *key = group_key(arena, op->name);
	const size_t shard = shard_of(key);

	name_function(arena, reserved, "", op);
	if (op->is_method)
		op->method = arena_printf(arena, "ct_Tensor_%s", op->struct_name);
	op->group = group_of(arena, model, shards[shard].second ? shards[shard].shard : key);
	op->header = naming_header(arena, "ops", op->group);
	op->shard = shards[shard].shard;
}

static void take_op(struct arena *arena, struct diag *diag, struct taken **all, const struct op *op,
		    const char *kind)
{
	const char *what = arena_printf(arena, "the %s '%s'", kind, op->name);

	take(arena, diag, all, op->symbol, what, op->entry->loc);
	if (op->method)
		take(arena, diag, all, op->method, what, op->entry->loc);
	check_names(diag, op);
	/* The schema becomes a comment above the function. */
	if (strstr(op->func, "*/") || strstr(op->func, "/*"))
		diag_error(diag, op->entry->loc, NULL, "a schema cannot contain '/*' or '*/'");
}

static int by_symbol(const void *a, const void *b)
{
	return strcmp((*(struct op *const *)a)->symbol, (*(struct op *const *)b)->symbol);
}

bool naming_assign(struct arena *arena, struct diag *diag, struct model *model,
		   const struct api *api)
{
	const struct names reserved = reserved_words(arena);
	struct taken *all = NULL;
	size_t before = diag->errors;

	take_runtime(arena, &all, api);
	for (size_t i = 0; i < model->ops.len; i++) {
		name_op(arena, model, &reserved, model->ops.at[i]);
		take_op(arena, diag, &all, model->ops.at[i], "operator");
	}
	HASH_CLEAR(hh, all);
	model->by_symbol = arena_alloc(arena, model->ops.len * sizeof *model->by_symbol);
	memcpy(model->by_symbol, model->ops.at, model->ops.len * sizeof *model->by_symbol);
	qsort(model->by_symbol, model->ops.len, sizeof *model->by_symbol, by_symbol);
	names_sort(&model->groups);
	return diag->errors == before;
}

/* --- classes and functions -------------------------------------------------------------------- */

static int by_function(const void *a, const void *b)
{
	const struct nn_function *const *one = a, *const *other = b;

	return strcmp((*one)->op->symbol, (*other)->op->symbol);
}

static int by_class(const void *a, const void *b)
{
	const struct class_def *const *one = a, *const *other = b;

	return strcmp((*one)->op->symbol, (*other)->op->symbol);
}

static void name_classes(struct arena *arena, struct diag *diag, const struct names *reserved,
			 struct class_list *list, struct taken **all)
{
	for (size_t i = 0; i < list->len; i++) {
		name_function(arena, reserved, list->family->prefix, list->at[i]->op);
		take_op(arena, diag, all, list->at[i]->op, "class");
	}
	if (list->len)
		qsort(list->at, list->len, sizeof *list->at, by_class);
}

bool naming_assign_nn(struct arena *arena, struct diag *diag, const struct model *model,
		      const struct api *api)
{
	const struct names reserved = reserved_words(arena);
	struct nn *nn = model->nn;
	struct taken *all = NULL;
	size_t before = diag->errors;

	take_runtime(arena, &all, api);
	for (size_t i = 0; i < model->ops.len; i++)
		take_op(arena, diag, &all, model->ops.at[i], "operator");
	for (size_t i = 0; i < nn->functions.len; i++) {
		struct op *op = nn->functions.at[i]->op;

		name_function(arena, &reserved, "", op);
		op->header = "ctorch/nn/functions.h";
		take_op(arena, diag, &all, op, "function");
	}
	for (size_t i = 0; i < nn->families.len; i++)
		name_classes(arena, diag, &reserved, &nn->families.at[i], &all);
	HASH_CLEAR(hh, all);
	if (nn->functions.len)
		qsort(nn->functions.at, nn->functions.len, sizeof *nn->functions.at, by_function);
	return diag->errors == before;
}

/* --- lookups ---------------------------------------------------------------------------------- */

size_t naming_lower_bound(const struct model *model, const char *symbol)
{
	size_t first = 0, end = model->ops.len;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;

		if (strcmp(model->by_symbol[middle]->symbol, symbol) < 0)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

bool naming_is_overload(const struct op *op, const char *base, size_t length)
{
	return op->kind != KIND_OUT && !op->is_derived && !strncmp(op->name, base, length) &&
	       op->name[length] == '.';
}
