/* collected.c: rows for standard output, until all are there. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/collected.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/marks.h"

struct collected *collected_new(void)
{
    struct collected *c = xcalloc(1, sizeof(*c));

    c->cases = json_array();
    c->notes = json_array();
    return c;
}

void collected_free(struct collected *c)
{
    if (c == NULL)
        return;
    json_decref(c->cases);
    json_decref(c->notes);
    free(c);
}

void collect_rows(const struct report *r, const struct result *res, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct row w = {.r = r, .res = &res[i]};
        char *note = marks_note(&w), *line;

        json_array_append_new(r->collected->cases, record_case(&w));
        if (*note != '\0') {
            line = xasprintf("%s:%s at %lld B: %s", res[i].c->choice->op->name,
                             res[i].variant->label, (long long)res[i].c->bytes,
                             note);
            json_array_append_new(r->collected->notes, json_text(line));
            free(line);
        }
        free(note);
    }
}

/* What a pattern of the operands would have brought. */
static void put_skipped(FILE *f, const struct skipped *s, const char *before)
{
    for (size_t i = 0; i < s->n; i++)
        fprintf(f, "%s%s", i == 0 ? before : ", ", s->ops[i]->name);
    if (s->n > 0)
        fprintf(f, " left out: %s\n", s->cause);
}

void collected_notes(FILE *f, const struct report *r, const char *before,
                     size_t most)
{
    const json_t *notes = r->collected->notes;
    size_t n = json_array_size(notes), shown = n > most ? most - 1 : n;

    put_skipped(f, &r->o->skipped, before);
    for (size_t i = 0; i < shown; i++)
        fprintf(f, "%s%s\n", before,
                json_string_value(json_array_get(notes, i)));
    if (shown < n)
        fprintf(f, "%sand %zu more rows: --format=full has them\n", before,
                n - shown);
}
