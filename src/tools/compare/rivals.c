/* rivals.c: with which other case of its run mpiperf compared a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/rivals.h"

#include <stdlib.h>
#include "lib/case_key.h"
#include "lib/xmalloc.h"

/* The case without what its algorithm was told, which says nothing of others;
 * with those fields, if any, that `rival` has. Malloced. */
static char *contest_key(const json_t *record, json_t *rival)
{
    json_t *contest = json_copy((json_t *)record);
    char *key;

    json_object_update(contest, rival);
    json_object_del(contest, "given");
    key = case_key(contest);
    json_decref(contest);
    return key;
}

/* Key -> position of the first case that has it. */
static json_t *contests_of(const struct runs *r)
{
    json_t *index = json_object();

    for (size_t i = 0; i < r->ncases; i++) {
        char *key = contest_key(r->cases[i].record, NULL);

        if (json_object_get(index, key) == NULL)
            json_object_set_new(index, key, json_integer((json_int_t)i));
        free(key);
    }
    return index;
}

const struct runs_case **runs_rivals(const struct runs *r)
{
    const struct runs_case **rival = xcalloc(r->ncases + 1, sizeof(*rival));
    json_t *index = contests_of(r);

    for (size_t i = 0; i < r->ncases; i++) {
        const json_t *at = NULL;
        char *key;

        if (r->cases[i].rival == NULL)
            continue;
        key = contest_key(r->cases[i].record, r->cases[i].rival);
        at = json_object_get(index, key);
        if (at != NULL)
            rival[i] = &r->cases[json_integer_value(at)];
        free(key);
    }
    json_decref(index);
    return rival;
}
