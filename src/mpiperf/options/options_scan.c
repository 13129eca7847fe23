/* options_scan.c: the command line cut into options and operands by argp. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_scan.h"

#include <stdlib.h>

#include "lib/diagnose.h"
#include "lib/xmalloc.h"

static char *help_text(const struct option_row *row)
{
    const char *shown = row->shown != NULL ? row->shown : row->def;

    if (shown == NULL)
        return xstrdup(row->help);
    return xasprintf("%s (default: %s)", row->help, shown);
}

struct argp_option *argp_options_create(const struct option_row *rows)
{
    struct argp_option *v = xcalloc(1, sizeof(*v));
    size_t n = 0;
    int group = 0;

    for (const struct option_row *row = rows; row->name != NULL; row++) {
        v = xreallocarray(v, n + 3, sizeof(*v));
        if (row->title != NULL)
            v[n++] = (struct argp_option){.doc = xstrdup(row->title),
                                          .group = ++group};
        v[n++] = (struct argp_option){
            .name = row->name,
            .key = row->key,
            .arg = row->arg,
            .doc = help_text(row),
            .group = group,
        };
    }
    v[n] = (struct argp_option){0};
    return v;
}

void argp_options_destroy(struct argp_option *rows)
{
    for (struct argp_option *row = rows; row->doc != NULL; row++)
        free((char *)row->doc); /* made by help_text() */
    free(rows);
}

static error_t setting_add(int key, char *arg, struct argp_state *state)
{
    struct scan *s = state->input;
    const struct option_row *row = option_find(s->rows, key);

    if (row == NULL && key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    /* --list goes on: what a plug-in adds is listed wherever it is named. */
    if (row != NULL && row->outcome != OPTIONS_RUN) {
        if (s->outcome == OPTIONS_RUN)
            s->outcome = row->outcome;
        return 0;
    }
    s->v = xreallocarray(s->v, s->n + 1, sizeof(*s->v));
    s->v[s->n++] = (struct setting){.row = row, .arg = arg};
    return 0;
}

int scan_parse(struct scan *s, const struct option_row *option_rows, int argc,
               char **argv, char **cause)
{
    struct argp_option *rows = argp_options_create(option_rows);
    struct argp argp = {.options = rows, .parser = setting_add};
    error_t rc;

    /* In order: getopt then neither permutes argv nor minds POSIXLY_CORRECT,
     * and mistakes are met as they stand on the line. */
    *s = (struct scan){.rows = option_rows, .outcome = OPTIONS_RUN};
    rc = argp_parse(&argp, argc, argv, ARGP_SILENT | ARGP_IN_ORDER, NULL, s);
    if (rc != 0 && s->outcome == OPTIONS_RUN) {
        *cause = diagnose(rows, argc, argv);
        scan_free(s);
        rc = -1;
    } else {
        rc = 0;
    }
    argp_options_destroy(rows);
    return rc;
}

const struct setting *scan_find(const struct scan *s, int key)
{
    for (size_t i = s->n; i > 0; i--)
        if (s->v[i - 1].row != NULL && s->v[i - 1].row->key == key)
            return &s->v[i - 1];
    return NULL;
}

void scan_free(struct scan *s)
{
    free(s->v);
    *s = (struct scan){.outcome = OPTIONS_RUN};
}
