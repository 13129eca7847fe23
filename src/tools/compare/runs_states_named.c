/* runs_states_named.c: which state a name means. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/runs_states.h"

/* "near, far" */
static char *names_of(const struct states *s)
{
    char *names = xstrdup("");

    for (size_t i = 0; i < s->n; i++) {
        char *before = names;

        names = xasprintf("%s%s%s", before, i > 0 ? ", " : "", s->v[i].name);
        free(before);
    }
    return names;
}

/* "near" is one of the words of "near-fast". */
static bool has_word(const char *name, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = name; *at != '\0';) {
        size_t length = strcspn(at, "-");

        if (length == n && strncmp(at, word, n) == 0)
            return true;
        at += length + (at[length] == '-');
    }
    return false;
}

/* The state of that name, or the only one with that word in its name; -1. */
static int state_called(const struct states *found, const char *name)
{
    int only = -1, with_word = 0;

    for (size_t i = 0; i < found->n && found->n > 1; i++) {
        if (strcmp(found->v[i].name, name) == 0)
            return (int)i;
        if (has_word(found->v[i].name, name)) {
            only = (int)i;
            with_word++;
        }
    }
    return with_word == 1 ? only : -1;
}

int runs_states_named(const struct runs_states *s, const char *name,
                      char **cause)
{
    const struct states *found = &s->found;
    char *unused = NULL, *names;
    long number;

    if (state_called(found, name) >= 0)
        return state_called(found, name);
    if (number_long(&number, name, 1, STATES_MAX, &unused) == 0 &&
        number <= (long)s->n)
        return (int)s->matter[number - 1];
    free(unused);
    names = names_of(found);
    *cause =
        found->n == 0 ? xasprintf("no state %s: the machine was not watched",
                                  QUOTED(name))
        : found->n == 1
            ? xasprintf("no state %s: the machine was in one state all the "
                        "time, and nothing says which",
                        QUOTED(name))
            : xasprintf("no state %s (there are: %s)", QUOTED(name), names);
    free(names);
    return -1;
}
