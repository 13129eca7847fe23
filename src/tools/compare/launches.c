/* launches.c: records cut into launches, and the launches of one case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/launches.h"

#include <errno.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/case_key.h"

/* ---- reading ----------------------------------------------------------- */

static void launch_add(struct launches *l, json_t *run, json_t *cases)
{
    l->v = xreallocarray(l->v, l->n + 1, sizeof(*l->v));
    l->v[l->n++] = (struct launch){.run = run, .cases = cases};
}

static void case_add(struct launch *launch, json_t *record)
{
    char *key = case_key(record);

    json_object_set(launch->cases, key, record);
    free(key);
}

/* False: no record, or one that cannot stand here. */
static bool record_add(struct launches *l, json_t *record)
{
    const char *type = json_string_value(json_object_get(record, "type"));
    struct launch *last = l->n > 0 ? &l->v[l->n - 1] : NULL;
    const char *status;

    if (type == NULL)
        return false;
    if (strcmp(type, "run") == 0) {
        launch_add(l, json_incref(record), json_object());
    } else if (last == NULL) {
        return false;
    } else if (strcmp(type, "case") == 0) {
        case_add(last, record);
    } else if (strcmp(type, "end") == 0) {
        status = json_string_value(json_object_get(record, "status"));
        last->complete = status != NULL && strcmp(status, "complete") == 0;
    }
    return true;
}

static int read_lines(struct launches *l, FILE *f, char **cause)
{
    char *line = NULL;
    size_t size = 0, number = 0;
    ssize_t length;

    *cause = NULL;
    while (*cause == NULL && (length = getline(&line, &size, f)) > 0) {
        json_t *record = json_loadb(line, (size_t)length, 0, NULL);
        bool torn = line[length - 1] != '\n' && record == NULL && l->n > 0;

        number++;
        if (!torn && !record_add(l, record))
            *cause = xasprintf("%s: line %zu is no record of mpiperf's run",
                               l->file, number);
        json_decref(record);
    }
    if (*cause == NULL && ferror(f))
        *cause = xasprintf("cannot read %s: %s", l->file, strerror(errno));
    free(line);
    return *cause == NULL ? 0 : -1;
}

static bool has_case(const struct launches *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (json_object_size(l->v[i].cases) > 0)
            return true;
    return false;
}

int launches_read(struct launches *l, const char *file, char **cause)
{
    FILE *f = fopen(file, "r");
    int rc;

    *l = (struct launches){.file = file};
    if (f == NULL) {
        *cause = xasprintf("cannot read %s: %s", file, strerror(errno));
        return -1;
    }
    rc = read_lines(l, f, cause);
    fclose(f);
    if (rc == 0 && !has_case(l)) {
        *cause = xasprintf("%s: no case records of mpiperf", file);
        rc = -1;
    }
    if (rc != 0)
        launches_free(l);
    return rc;
}

void launches_free(struct launches *l)
{
    for (size_t i = 0; i < l->n; i++) {
        json_decref(l->v[i].run);
        json_decref(l->v[i].cases);
    }
    free(l->v);
    *l = (struct launches){0};
}

/* ---- commands ---------------------------------------------------------- */

long launch_command(const struct launch *launch)
{
    const json_t *repeat = json_object_get(launch->run, "repeat");
    const json_t *command = json_object_get(repeat, "command");

    return json_is_integer(command) ? (long)json_integer_value(command) : 1;
}

long launches_commands(const struct launches *l)
{
    long most = 1;

    for (size_t i = 0; i < l->n; i++)
        if (launch_command(&l->v[i]) > most)
            most = launch_command(&l->v[i]);
    return most;
}

void launches_of_command(struct launches *out, const struct launches *l,
                         long command)
{
    *out = (struct launches){.file = l->file};
    for (size_t i = 0; i < l->n; i++) {
        const struct launch *from = &l->v[i];

        if (launch_command(from) != command)
            continue;
        launch_add(out, json_incref(from->run), json_incref(from->cases));
        out->v[out->n - 1].complete = from->complete;
    }
}

/* ---- cases ------------------------------------------------------------- */

static bool has_figures(const json_t *record)
{
    return json_is_number(json_object_get(record, "median"));
}

json_t *launches_cases(const struct launches *l)
{
    json_t *all = json_object(), *record;
    const char *key;

    for (size_t i = 0; i < l->n; i++)
        json_object_foreach(l->v[i].cases, key,
                            record) if (!has_figures(json_object_get(all, key)))
            json_object_set(all, key, record);
    return all;
}

void case_launches_init(struct case_launches *c, const struct launches *l,
                        const char *key)
{
    *c = (struct case_launches){
        .record = xcalloc(l->n + 1, sizeof(*c->record)),
        .median = xcalloc(l->n + 1, sizeof(*c->median)),
    };
    for (size_t i = 0; i < l->n; i++) {
        const json_t *record = json_object_get(l->v[i].cases, key);

        c->wrong +=
            json_integer_value(json_object_get(record, "mismatches")) > 0;
        if (has_figures(record)) {
            c->record[c->n] = record;
            c->median[c->n++] =
                json_number_value(json_object_get(record, "median"));
        } else if (record != NULL) {
            c->empty++;
        }
    }
}

void case_launches_fini(struct case_launches *c)
{
    free(c->record);
    free(c->median);
    *c = (struct case_launches){0};
}

double median_of(const double *x, size_t n)
{
    double *sorted, median;

    if (n == 0)
        return NAN;
    sorted = xmalloc(n * sizeof(*sorted));
    memcpy(sorted, x, n * sizeof(*sorted));
    gsl_sort(sorted, 1, n);
    median = gsl_stats_median_from_sorted_data(sorted, 1, n);
    free(sorted);
    return median;
}
