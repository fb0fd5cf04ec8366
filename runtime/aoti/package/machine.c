/*
 * Whether compiled code can run here: system, processor, instructions.
 */
#include <string.h>
#include <sys/utsname.h>

#include <ctorch/macros/try.h>

#include "aoti/package/package.h"

/* --- Instructions ----------------------------------------------------------------------------- */

#if defined(__x86_64__) || defined(__i386__)
#define HAS(instructions) (__builtin_cpu_supports(instructions) != 0)
#else
#define HAS(instructions) false
#endif

static bool has_avx2(void)
{
	return HAS("avx2") && HAS("fma");
}

/* The instructions that the compiler's flags for AVX512 allow. */
static bool has_avx512(void)
{
	return HAS("avx512f") && HAS("avx512dq") && HAS("avx512vl") && HAS("avx512bw") &&
	       HAS("fma");
}

static bool has_vnni(void)
{
	return HAS("avx512vnni");
}

static bool has_bf16(void)
{
	return HAS("avx512bf16");
}

static bool is_arm(void)
{
#ifdef __aarch64__
	return true;
#else
	return false;
#endif
}

/* Inductor's names. Other names are not checked: all processors of their kind have these
 * instructions. */
static const struct {
	const char *name;
	bool (*has)(void);
} sets[] = {
	{ "AVX2", has_avx2 },        { "AVX512", has_avx512 }, { "AVX512_VNNI", has_vnni },
	{ "AVX512_BF16", has_bf16 }, { "NEON", is_arm },       { "SVE256", is_arm },
};

/* In a list with blanks, "AVX512 AVX512_VNNI". */
static bool has_word(const char *text, const char *word)
{
	const size_t n = strlen(word);
	const char *at = text;

	while (*at) {
		const size_t m = strcspn(at, " ");

		if (m == n && memcmp(at, word, n) == 0)
			return true;
		at += m + strspn(at + m, " ");
	}
	return false;
}

static ct_error check_instructions(const struct ct_aoti_package *self, const char *needed)
{
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		if (has_word(needed, sets[i].name) && !sets[i].has())
			return ct_aoti_wrong(
				self, CT_ERROR_NOT_IMPLEMENTED,
				"its code is compiled for a processor with %s, which "
				"this one lacks; compile the package on a machine like "
				"this one",
				sets[i].name);
	return NULL;
}

/* --- The machine ------------------------------------------------------------------------------ */

static ct_error check_name(const struct ct_aoti_package *self, const char *what, const char *needed,
			   const char *here)
{
	if (*needed == '\0' || strcmp(needed, here) == 0)
		return NULL;
	return ct_aoti_wrong(self, CT_ERROR_NOT_IMPLEMENTED,
			     "its code is compiled for the %s %s, but this is %s", what, needed,
			     here);
}

ct_error ct_aoti_check_machine(const struct ct_aoti_package *self, const ct_value *metadata)
{
	struct utsname machine;

	CT_TRY(check_name(self, "system", ct_aoti_note(metadata, "AOTI_PLATFORM"), "linux"));
	if (uname(&machine) == 0)
		CT_TRY(check_name(self, "processor", ct_aoti_note(metadata, "AOTI_MACHINE"),
				  machine.machine));
	return check_instructions(self, ct_aoti_note(metadata, "AOTI_CPU_ISA"));
}
