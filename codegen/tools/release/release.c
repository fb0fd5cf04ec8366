#include "tools/release/release.h"

#include "load.h"
#include "read/spec.h"
#include "tools/release/tree.h"

/* The head of the file separates tags by commas. */
static bool is_tag(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

static void add_tag(struct arena *arena, struct diag *diag, struct spec *spec, const char *tag,
		    struct loc loc)
{
	if (!is_tag(tag))
		diag_error(diag, loc, NULL, "not a tag: '%s' (expected one word)", tag);
	else if (!names_has(&spec->tags, tag))
		vec_push(arena, &spec->tags, tag);
}

/* tags.yaml is a list of `- tag: name`; the descriptions are not used. */
static void read_tags(struct arena *arena, struct diag *diag, struct spec *spec,
		      const struct source *tags)
{
	static const char begin[] = "- tag: ";
	struct loc loc = { .source = tags, .line = 1, .column = sizeof begin };

	for (const char *text = tags->text; *text; loc.line++) {
		const char *tag = text + sizeof begin - 1;

		if (!strncmp(text, begin, sizeof begin - 1))
			add_tag(arena, diag, spec, arena_strndup(arena, tag, strcspn(tag, " \r\n")),
				loc);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
}

/* If there is no tags.yaml, the tags are those that the entries use. */
static void collect_tags(struct arena *arena, struct diag *diag, struct spec *spec)
{
	for (size_t i = 0; i < spec->entries.len; i++) {
		const struct value *tags = &spec->entries.at[i]->values[KEY_TAGS];

		for (size_t j = 0; j < tags->len; j++)
			add_tag(arena, diag, spec, tags->at[j].text, tags->at[j].loc);
	}
}

/* The head of the list comes first, then the files next to it. */
static void name_release(struct diag *diag, struct spec *spec, const struct release_files *files)
{
	const char *suffix = files->version ? files->version + strspn(files->version, "0123456789.")
					    : "";

	if (!files->release)
		return;
	if (spec->release) {
		if (spec_compare_releases(spec->release, files->release))
			diag_note(diag, spec->release_loc,
				  "PyTorch %s by its head, but found in PyTorch %s", spec->release,
				  files->release);
		return;
	}
	spec->release = files->release;
	if (*suffix && *suffix != '+')
		diag_note(diag, (struct loc){ .source = &spec->source },
			  "the version is '%s'; using PyTorch %s", files->version, files->release);
}

bool release_read(struct arena *arena, struct diag *diag, const char *path, struct spec *spec)
{
	size_t before = diag->errors;
	struct release_files files;

	if (!release_find(arena, diag, path, &files))
		return false;
	/* The locations of the entries point to the source, so it must be in the spec. */
	*spec = (struct spec){ .source = files.yaml };
	if (!spec_parse(arena, diag, spec))
		return false;
	read_tags(arena, diag, spec, &files.tags);
	collect_tags(arena, diag, spec);
	names_sort(&spec->tags);
	name_release(diag, spec, &files);
	return diag->errors == before;
}

bool release_load(struct arena *arena, struct diag *diag, const char *path, struct model *model)
{
	struct spec *spec = arena_alloc(arena, sizeof *spec);

	*model = (struct model){ .spec = spec };
	return release_read(arena, diag, path, spec) && model_build(arena, diag, model);
}
