/* comparable.c: which runs may stand in one table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/comparable.h"

#include <stdlib.h>
#include "lib/json.h"
#include "lib/words.h"
#include "lib/xmalloc.h"
#include "tools/compare/differ.h"

/* The command without its outputs; a new reference. */
static json_t *command_of(const struct run *run)
{
    size_t n = json_array_size(run->words), kept;
    const char **word = xcalloc(n + 1, sizeof(*word));
    json_t *command = json_array();

    for (size_t i = 0; i < n; i++)
        word[i] = json_string_value(json_array_get(run->words, i));
    kept = words_drop_outputs(word, n);
    for (size_t i = 0; i < kept; i++)
        json_array_append_new(command, json_text(word[i]));
    free(word);
    return command;
}

/* Text that is the same for runs that may stand side by side; malloced. */
static char *mark_of(const struct run *run)
{
    json_t *mark = differ_apart(run->traits);
    char *text;

    json_object_set_new(mark, "command", command_of(run));
    text = json_line(mark, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(mark);
    return text;
}

/* A table: what its runs of each command line have; number -> mark. */
struct kinds {
    json_t **of;
    size_t n;
};

/* Does the block, number -> mark, say nothing else than the table? */
static bool fits(json_t *table, json_t *block)
{
    const char *side;
    json_t *mark;

    json_object_foreach(block, side, mark)
    {
        json_t *known = json_object_get(table, side);

        if (known != NULL && !json_equal(known, mark))
            return false;
    }
    return true;
}

static size_t table_of(struct kinds *k, json_t *block)
{
    size_t i = 0;

    while (i < k->n && !fits(k->of[i], block))
        i++;
    if (i == k->n) {
        k->of = xreallocarray(k->of, k->n + 1, sizeof(*k->of));
        k->of[k->n++] = json_object();
    }
    json_object_update_missing(k->of[i], block);
    return i;
}

/* Block -> number of the command line -> mark. */
static json_t *blocks_of(const struct runs *r)
{
    json_t *blocks = json_object();

    for (size_t i = 0; i < r->n; i++) {
        char *number = xasprintf("%zu", r->v[i].block);
        char *side = xasprintf("%ld", r->v[i].command);
        char *mark = mark_of(&r->v[i]);
        json_t *block = json_object_get(blocks, number);

        if (block == NULL) {
            block = json_object();
            json_object_set_new(blocks, number, block);
        }
        json_object_set_new(block, side, json_string(mark));
        free(number);
        free(side);
        free(mark);
    }
    return blocks;
}

size_t *comparable_tables(const struct runs *r, size_t *n)
{
    size_t *of = xcalloc(r->n + 1, sizeof(*of));
    json_t *blocks = blocks_of(r);
    struct kinds kinds = {0};

    for (size_t i = 0; i < r->n; i++) {
        char *number = xasprintf("%zu", r->v[i].block);

        of[i] = table_of(&kinds, json_object_get(blocks, number));
        free(number);
    }
    *n = kinds.n;
    for (size_t i = 0; i < kinds.n; i++)
        json_decref(kinds.of[i]);
    free(kinds.of);
    json_decref(blocks);
    return of;
}

/* The first of the traits that differs, malloced, or NULL. */
static char *trait_differs(json_t *a, json_t *b)
{
    const char *label;
    json_t *value;

    json_object_foreach(a, label, value)
    {
        if (!json_equal(value, json_object_get(b, label)))
            return xstrdup(label);
    }
    return json_object_size(b) > json_object_size(a) ? trait_differs(b, a)
                                                     : NULL;
}

static char *runs_differ(const struct run *a, const struct run *b)
{
    json_t *of_a = differ_apart(a->traits), *of_b = differ_apart(b->traits);
    char *what = trait_differs(of_a, of_b);

    json_decref(of_a);
    json_decref(of_b);
    if (what != NULL || a->words == b->words)
        return what;
    of_a = command_of(a);
    of_b = command_of(b);
    if (!json_equal(of_a, of_b))
        what = xstrdup("command line");
    json_decref(of_a);
    json_decref(of_b);
    return what;
}

char *comparable_differ(const struct runs *r)
{
    char *what = NULL;

    for (size_t i = 1; i < r->n && what == NULL; i++)
        what = runs_differ(&r->v[i - 1], &r->v[i]);
    return what;
}
