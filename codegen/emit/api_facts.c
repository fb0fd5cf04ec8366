#include "emit/api_facts.h"

#include <math.h>
#include <stdlib.h>

#include "name/reserved.h"
#include "util/text.h"

/* --- lengths ---------------------------------------------------------------------------------- */

static void add_parts(struct json *json, const char *key, const struct length *length)
{
	json_array(json, key);
	for (size_t i = 0; i < length->parts.len; i++)
		api_add_length(json, NULL, &length->parts.at[i]);
	json_end(json);
}

void api_add_length(struct json *json, const char *key, const struct length *length)
{
	json_object(json, key);
	switch (length->kind) {
	case LENGTH_NUMBER:
		json_integer(json, "number", length->number);
		break;
	case LENGTH_NAME:
		json_text(json, "name", length->name);
		break;
	case LENGTH_LIST:
		json_text(json, "list", length->name);
		break;
	case LENGTH_TIMES:
		add_parts(json, "times", length);
		break;
	case LENGTH_PRODUCT:
		json_text(json, "product", length->name);
		break;
	case LENGTH_CALL:
		json_text(json, "call", length->name);
		add_parts(json, "arguments", length);
		break;
	}
	json_end(json);
}

/* --- facts ------------------------------------------------------------------------------------ */

void api_add_facts(struct arena *arena, struct json *json, const struct facts *facts)
{
	struct length length;

	json_text_if(json, "direction", facts->direction);
	if (facts->is_pointer)
		json_bool(json, "nullable", facts->is_nullable);
	json_text_if(json, "ownership", facts->ownership);
	json_text_if(json, "free", facts->free);
	if (facts->free)
		json_text(json, "owner", facts->is_callers ? "caller" : "scope");
	/* facts_check() has reported lengths that are none. */
	if (facts->length && length_parse(arena, facts->length, &length))
		api_add_length(json, "length", &length);
	json_text_if(json, "unit", facts->unit);
	json_text_if(json, "context", facts->context);
	json_text_if(json, "release", facts->release);
	json_text_if(json, "releases", facts->releases);
}

void api_add_call_facts(struct json *json, const struct call_facts *facts)
{
	json_text(json, "thread", facts->thread);
	json_text_if(json, "same_thread_as", facts->same_thread);
	json_text_if(json, "scopes", facts->scopes);
	json_bool(json, "may_block", facts->may_block);
	json_array(json, "waits_for");
	for (int i = 0; i < WAIT_COUNT; i++)
		if (facts->waits_for[i])
			json_text(json, NULL, wait_names[i]);
	json_end(json);
	json_bool(json, "may_call_back", facts->may_call_back);
}

/* --- defaults --------------------------------------------------------------------------------- */

/* JSON has no infinity: it is a text, as Python writes it. */
static void add_number(struct json *json, const char *key, double number)
{
	if (isfinite(number))
		json_number(json, key, number);
	else
		json_text(json, key, number > 0 ? "inf" : "-inf");
}

static void add_value(struct json *json, const char *key, const struct default_value *value)
{
	switch (value->kind) {
	case DEFAULT_ABSENT:
	case DEFAULT_NONE:
		json_null(json, key);
		break;
	case DEFAULT_BOOL:
		json_bool(json, key, value->is_true);
		break;
	case DEFAULT_INT:
		json_integer(json, key, value->integer);
		break;
	case DEFAULT_FLOAT:
		add_number(json, key, value->number);
		break;
	case DEFAULT_TEXT:
	case DEFAULT_ENUMERATOR:
		json_text(json, key, value->text);
		break;
	case DEFAULT_LIST:
		json_array(json, key);
		for (size_t i = 0; i < value->elements.len; i++)
			add_value(json, NULL, &value->elements.at[i]);
		json_end(json);
		break;
	}
}

void api_add_default(struct json *json, const struct default_value *value)
{
	add_value(json, "default_value", value);
}

static void add_written(const struct emitter *e, struct json *json, const struct member *field,
			const char *text)
{
	const bool is_float = field->type->known == KNOWN_FLOAT;
	const struct default_value value = default_value_of_field(e->arena, text, is_float);

	add_value(json, "default_value", &value);
}

/* The enumerator with the number 0; NULL if the type is no enumeration, or has none. */
static const char *zero_of(const struct api *api, const char *type)
{
	const struct decl *decl = api_find(api, DECL_ENUM, type);

	for (size_t i = 0; decl && i < decl->members.len; i++)
		if (!decl->members.at[i].value)
			return decl->members.at[i].name;
	return NULL;
}

/* What 0 is without an annotation. */
static void add_zero(const struct emitter *e, struct json *json, const struct member *field)
{
	static const char key[] = "default_value";
	const char *enumerator = zero_of(e->api, field->type->name);

	if (field->type->stars || api_find(e->api, DECL_STRUCT, field->type->name) ||
	    api_find(e->api, DECL_CALLBACK, field->type->name))
		json_null(json, key);
	else if (field->type->known == KNOWN_BOOL)
		json_bool(json, key, false);
	else if (enumerator)
		json_text(json, key, enumerator);
	else if (field->type->known == KNOWN_FLOAT)
		json_number(json, key, 0);
	else
		json_integer(json, key, 0);
}

void api_add_field_default(const struct emitter *e, struct json *json, const struct member *field)
{
	const struct notes *notes = field->notes;

	if (notes && notes->filled)
		add_written(e, json, field, notes->filled);
	else if (notes && notes->zero_is)
		add_written(e, json, field, notes->zero_is);
	else
		add_zero(e, json, field);
	json_bool(json, "zero_is_default", !notes || !notes->filled);
}

/* --- names ------------------------------------------------------------------------------------ */

void api_add_safe(const struct emitter *e, struct json *json, const char *name)
{
	if (reserved_has(name))
		json_text(json, "safe", arena_printf(e->arena, "%s_", name));
}

void api_add_names(const struct emitter *e, struct json *json, const char *symbol)
{
	json_text(json, "camel", camel_name(e->arena, symbol));
	api_add_safe(e, json, symbol + strlen("ct_"));
}
