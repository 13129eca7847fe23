/* readers_tune.c: readers of records for --resume and mpiperf-tune, and of the
 * files that mpiperf-tune writes or searches. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "readers.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "record/key.h"
#include "tools/tune/search.h"

void tune_use(const struct table *t)
{
    struct comparisons all = {0};
    struct library l;

    library_of(&l, t->r->v[0].record);
    if (comparisons_find(&all, t, false)) {
        files_decide(&all, &l);
        free(profile_text(&all));
        free(l.kind == FILE_RULES ? rules_text(&all, &l)
                                  : variables_text(&all));
    }
    comparisons_free(&all);
    free(l.name);
}

bool search_read(const char *text, size_t n)
{
    FILE *f = fmemopen((void *)(size_t)text, n > 0 ? n : 1, "r");
    struct entries e = {0};
    char *cause = NULL, *lines;
    size_t length;
    int rc = entries_read(&e, f, "FILE", &cause);
    FILE *out = text_open(&lines, &length);

    for (size_t i = 0; i < e.n; i++) {
        DEMAND(e.v[i].set.n > 0 && strchr(e.v[i].name, '=') == NULL);
        settings_print_mca(out, &e.v[i].set);
    }
    text_close(out);
    printable(lines);
    fclose(f);
    DEMAND(rc != 0 || e.n > 0);
    entries_free(&e);
    return accepted(rc, cause);
}

bool resume_read(const char *text, size_t n)
{
    struct settings s = {0};
    enum file_kind kind = file_kind_of(text);
    json_t *records, *record;
    size_t line = 0, i;

    if (kind != FILE_KINDS)
        settings_add(&s, kind, "/file", "/front.so", text);
    settings_free(&s);
    records = records_read(text, n, &line);
    DEMAND(records != NULL || line > 0);
    if (records == NULL)
        return kind != FILE_KINDS;
    json_array_foreach(records, i, record) free(key_text(record));
    printable(records_lines(records));
    json_decref(records);
    return true;
}
