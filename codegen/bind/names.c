/* Names of C and of schemas, as a language writes its own. */
#include <ctype.h>

#include "bind/language.h"
#include "util/text.h"

/* "max_dim" is MaxDim, "index_put_" IndexPut_, "_foo" X_Foo: underscores at both ends remain, since
 * they have a meaning. The settings say what goes before a name that begins with one, and before
 * one that begins with a digit. */
static const char *camel(const struct language *language, const char *name, bool is_capital)
{
	struct strbuf out = { 0 };
	size_t first = strspn(name, "_"), length = strlen(name), end = length;
	const char *kept;

	while (end > first && name[end - 1] == '_')
		end--;
	if (first && is_capital)
		strbuf_printf(&out, "%s%.*s", language_setting(language, "before_underscore"),
			      (int)first, name);
	for (size_t i = first; i < end; i++) {
		const bool begins = i == first ? is_capital
					       : name[i - 1] == '_' || name[i - 1] == '.';

		/* Two digits stay apart: "1_1" is not "11". */
		if ((name[i] == '_' || name[i] == '.') && isdigit((unsigned char)name[i - 1]) &&
		    isdigit((unsigned char)name[i + 1]))
			strbuf_add_char(&out, '_');
		else if (name[i] != '_' && name[i] != '.')
			strbuf_add_char(&out,
					begins ? (char)toupper((unsigned char)name[i]) : name[i]);
	}
	strbuf_add_bytes(&out, name + end, length - end);
	kept = arena_strdup(language->arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

static bool is_camel(const struct language *language)
{
	return !strcmp(language_setting(language, "style"), "camel");
}

static bool is_lower(const struct language *language)
{
	return !strcmp(language_setting(language, "style"), "lower");
}

/* "add_.Tensor" is "add_tensor_": languages with small letters want single underscores. */
static const char *lower(const struct language *language, const char *name)
{
	const char *dot = strchr(name, '.');
	size_t length = dot ? (size_t)(dot - name) : strlen(name), stem = length;

	while (stem && name[stem - 1] == '_')
		stem--;
	return text_lower(language->arena, arena_printf(language->arena, "%.*s%s%s%.*s", (int)stem,
							name, dot ? "_" : "", dot ? dot + 1 : "",
							(int)(length - stem), name + stem));
}

/* A word of the language gets an underscore. */
static const char *avoid_words(const struct language *language, const char *setting,
			       const char *name)
{
	return text_has_word(language_setting(language, setting), name, " ")
		       ? arena_printf(language->arena, "%s_", name)
		       : name;
}

/* Functions may be called by more words than variables in some languages. */
static const char *setting_of_functions(const struct language *language)
{
	return *language_setting(language, "function_words") ? "function_words" : "words";
}

const char *host_own_name(const struct language *language, const char *symbol)
{
	for (size_t i = 0; i < language->names.len; i++)
		if (!strcmp(language->names.at[i].symbol, symbol))
			return language->names.at[i].name;
	return NULL;
}

/* "_index_put_impl_.out": the underscores of both parts count. */
const char *host_function_name(const struct language *language, const char *name)
{
	const char *dot = strchr(name, '.');

	if (is_lower(language))
		return avoid_words(language, setting_of_functions(language), lower(language, name));
	if (!is_camel(language))
		return avoid_words(language, setting_of_functions(language), name);
	if (!dot)
		return camel(language, name, true);
	return arena_printf(
		language->arena, "%s%s",
		camel(language, arena_strndup(language->arena, name, (size_t)(dot - name)), true),
		camel(language, dot + 1, true));
}

const char *host_camel_name(const struct language *language, const char *name)
{
	const char *word = language_setting(language, "in_place");
	size_t length;

	name = is_lower(language) ? lower(language, name) : name;
	length = strlen(name);
	if (*word && length > 1 && name[length - 1] == '_' && name[length - 2] != '_')
		return arena_printf(
			language->arena, "%s%s",
			camel(language, arena_strndup(language->arena, name, length - 1), true),
			word);
	return camel(language, name, true);
}

const char *host_private_name(const struct language *language, const char *name)
{
	return avoid_words(language, "words",
			   is_camel(language) ? camel(language, name, false) : name);
}

const char *host_variable_name(const struct language *language, const char *name)
{
	if (is_lower(language))
		return avoid_words(language, "words", text_lower(language->arena, name));
	return avoid_words(language, "words",
			   is_camel(language) ? camel(language, name, false) : name);
}

const char *host_type_name(const struct language *language, const char *name)
{
	const char *own = host_own_name(language, name);
	const char *rest = !strncmp(name, "ct_", 3) || !strncmp(name, "CT_", 3) ? name + 3 : name;

	if (own)
		return own;
	return camel(language, strncmp(name, "CT_", 3) ? rest : text_lower(language->arena, rest),
		     true);
}
