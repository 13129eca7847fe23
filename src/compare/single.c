/* single.c: the table of one run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/single.h"

#include <stdlib.h>
#include "compare/output.h"
#include "lib/xmalloc.h"

struct single {
    struct runs runs;
};

struct single *single_new(void)
{
    struct single *s = xcalloc(1, sizeof(*s));

    runs_begin(&s->runs, 1);
    return s;
}

void single_add(struct single *s, json_t *record)
{
    char *cause = runs_add(&s->runs, record);

    if (cause != NULL)
        fatal("a record of this run cannot be used: please report this");
    json_decref(record);
}

void single_print(FILE *f, struct single *s, enum output_format format)
{
    const struct table_options o = {
        .same = SAME, .sitting = SITTING, .passes = true};
    struct table t;

    table_make(&t, &s->runs, runs_order(&s->runs), &o);
    output_print(f, &t, format, NULL);
    table_free_rows(&t);
}

void single_free(struct single *s)
{
    if (s != NULL)
        runs_free(&s->runs);
    free(s);
}
