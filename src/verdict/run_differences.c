/* run_differences.c: finds what differs between the conditions of runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/run_differences.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/command.h"
#include "record/fields.h"

/* A labelled condition: a field of the `run` record, or its member `part`. */
struct trait {
    const char *label, *field, *part;
};

static const struct trait traits[] = {
    {"mpiperf", "mpiperf", NULL},
    {"program", "program", "build"},
    {"MPI", "mpi", NULL},
    {"transport", "transport", NULL},
    {"processor", "machine", "cpu"},
    {"CPU quota", "machine", "cpu_quota"},
    {"hosts", "hosts", NULL},
    {"ranks", "ranks", NULL},
    {"binding", "binding", NULL},
    {"clock source", "clocksource", NULL},
    {"settings", "settings", NULL},
    {"environment", "environment", NULL},
    {"settings in files", "parameters", NULL},
    {0},
};

/* If one of these differs, the runs' times cannot be compared. */
static const struct trait machine[] = {
    {"MPI", "mpi", NULL},         {"processor", "machine", "cpu"},
    {"ranks", "ranks", NULL},     {"nodes of the ranks", "node", NULL},
    {"binding", "binding", NULL}, {0},
};

static json_t *trait_of(const struct trait *t, const struct run *run)
{
    json_t *value = json_object_get(run->record, t->field);

    return t->part != NULL ? json_object_get(value, t->part) : value;
}

/* True for options that set how long a run is, not what it measures. */
static bool is_length(const char *name)
{
    return strcmp(name, "budget") == 0 || strcmp(name, "passes") == 0;
}

/* Returns the members of `own` that differ from `other`, as "a=1 b=2",
 * malloced; NULL if there are none. */
static char *apart(const json_t *own, const json_t *other)
{
    const char *name;
    json_t *member, *differ;
    char *text;

    if (own == NULL || other == NULL ? own == other : json_equal(own, other))
        return NULL;
    if (!json_is_object(own) || !json_is_object(other))
        return value_text(own);
    differ = json_object();
    json_object_foreach((json_t *)own, name, member)
    {
        if (!json_equal(member, json_object_get(other, name)) &&
            !is_length(name))
            json_object_set(differ, name, member);
    }
    json_object_foreach((json_t *)other, name, member)
    {
        if (json_object_get(own, name) == NULL && !is_length(name))
            json_object_set_new(differ, name, json_null());
    }
    text = json_object_size(differ) > 0 ? value_text(differ) : NULL;
    json_decref(differ);
    return text;
}

const char **describe_words(const struct run *run, size_t *n)
{
    const json_t *words =
        json_object_get(json_object_get(run->record, "repeat"), "words");
    const char **word;

    if (words == NULL)
        words = json_object_get(run->record, "command");
    word = json_words(words, n);
    if (!run->timed) /* -o is one of mpiperf's options */
        *n = words_drop_outputs(word, *n);
    return word;
}

/* True if word i sets the variable: NAME=VALUE, or NAME VALUE as after -genv or
 * --mca. */
static bool is_set_by(const char **word, size_t i, size_t n, const char *name,
                      const char *value)
{
    static const char mca[] = "OMPI_MCA_";
    size_t length = strlen(name);
    const char *parameter =
        strncmp(name, mca, strlen(mca)) == 0 ? name + strlen(mca) : name;

    if (strncmp(word[i], name, length) == 0 && word[i][length] == '=')
        return strcmp(word[i] + length + 1, value) == 0;
    return i + 1 < n && strcmp(word[i + 1], value) == 0 &&
           (strcmp(word[i], name) == 0 || strcmp(word[i], parameter) == 0);
}

/* Returns the variables in the run's environment that its command line does not
 * set; a new reference. */
static json_t *inherited(const struct run *run)
{
    json_t *all = json_object_get(run->record, "environment"), *value;
    json_t *own = json_is_object(all) ? json_object() : json_incref(all);
    const char *name;
    size_t n;
    const char **word = describe_words(run, &n);

    json_object_foreach(all, name, value)
    {
        const char *text = json_string_value(value) ?: "";
        bool set = false;

        for (size_t i = 0; i < n; i++)
            set |= is_set_by(word, i, n, name, text);
        if (!set)
            json_object_set(own, name, value);
    }
    free(word);
    return own;
}

/* Returns the value of `own`, malloced, if it differs from `other`; else
 * NULL. */
static char *trait_apart(const struct trait *trait, const struct run *own,
                         const struct run *other)
{
    json_t *mine, *its;
    char *text;

    if (strcmp(trait->field, "environment") != 0)
        return apart(trait_of(trait, own), trait_of(trait, other));
    mine = inherited(own);
    its = inherited(other);
    text = apart(mine, its);
    json_decref(mine);
    json_decref(its);
    return text;
}

/* Returns the words of `run` that `other` lacks, malloced; NULL if none. */
static char *own_words(const struct run *run, const struct run *other)
{
    size_t n, m, first = 0, last = 0, length;
    const char **a = describe_words(run, &n), **b = describe_words(other, &m);
    char *text = NULL;
    FILE *f;

    while (first < n && first < m && strcmp(a[first], b[first]) == 0)
        first++;
    while (last < n - first && last < m - first &&
           strcmp(a[n - 1 - last], b[m - 1 - last]) == 0)
        last++;
    if (first < n || first < m) {
        f = text_open(&text, &length);
        words_print(f, a + first, n - first - last);
        text_close(f);
    }
    free(a);
    free(b);
    return text;
}

/* Appends "MPI: A Open MPI 4.1.4, B MPICH 4.0.2" with the first side and each
 * side that differs from it. If `trait` is NULL, compares command lines. */
static void add_line(json_t *all, const struct table *t,
                     const struct trait *trait)
{
    const char *comma = "";
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s: ", trait != NULL ? trait->label : "command lines");
    for (long side = 1; side <= t->r->sides; side++) {
        const struct run *own = runs_side(t->r, side);
        const struct run *other = runs_side(t->r, side > 1 ? 1 : t->r->sides);
        char *value = own == NULL || other == NULL ? NULL
                      : trait == NULL              ? own_words(own, other)
                                      : trait_apart(trait, own, other);

        if (value == NULL)
            continue;
        fprintf(f, "%s%s %s", comma, side_name(t, side),
                *value != '\0' ? SHOWN_LINE(value) : "-");
        comma = ", ";
        free(value);
    }
    text_close(f);
    if (*comma != '\0')
        describe_add(all, "%s", text);
    free(text);
}

json_t *describe_sides(const struct table *t)
{
    json_t *all = json_array();

    if (t->r->sides < 2)
        return all;
    add_line(all, t, NULL);
    for (const struct trait *p = traits; p->label != NULL; p++)
        add_line(all, t, p);
    return all;
}

static bool differ_within(const struct table *t, long side,
                          const struct trait *p)
{
    const struct run *first = runs_side(t->r, side);
    bool differ = false;

    for (size_t i = 0; i < t->r->n && !differ; i++)
        if (t->r->v[i].side == side) {
            char *text = apart(trait_of(p, &t->r->v[i]), trait_of(p, first));

            differ = text != NULL;
            free(text);
        }
    return differ;
}

/* Returns "processor: A Intel Xeon, B AMD EPYC", malloced; NULL if equal. */
static char *machine_apart(const struct table *t, const struct run *first,
                           const struct run *other)
{
    for (const struct trait *p = machine; p->label != NULL; p++) {
        json_t *was = trait_of(p, first), *is = trait_of(p, other);
        char *now = apart(is, was), *then, *text;

        if (now == NULL)
            continue;
        then = value_text(was);
        text = xasprintf("%s: %s %s, %s %s", p->label,
                         side_name(t, first->side), SHOWN_LINE(then),
                         side_name(t, other->side), SHOWN_LINE(now));
        free(then);
        free(now);
        return text;
    }
    return NULL;
}

bool describe_same_build(const struct table *t, long side, long other)
{
    static const struct trait build = {"program", "program", "build"};
    const struct run *own = runs_side(t->r, side);
    json_t *id = own != NULL ? trait_of(&build, own) : NULL;

    return json_is_string(id) && runs_side(t->r, other) != NULL &&
           json_equal(id, trait_of(&build, runs_side(t->r, other)));
}

char *describe_machines(const struct table *t)
{
    char *text = NULL;

    for (size_t i = 1; i < t->r->n && text == NULL; i++)
        text = machine_apart(t, runs_side(t->r, 1), &t->r->v[i]);
    return text;
}

void describe_within(json_t *all, const struct table *t)
{
    for (long side = 1; side <= t->r->sides; side++) {
        const char *before = " ";
        size_t length;
        char *text;
        FILE *f = text_open(&text, &length);

        for (const struct trait *p = traits; p->label != NULL; p++)
            if (differ_within(t, side, p)) {
                fprintf(f, "%s%s", before, p->label);
                before = ", ";
            }
        text_close(f);
        if (*text != '\0')
            describe_add(all, "the runs%s%s differ in%s",
                         t->r->sides > 1 ? " of " : "",
                         t->r->sides > 1 ? side_name(t, side) : "", text);
        free(text);
    }
}

void describe_add(json_t *all, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    json_array_append_new(all, json_vsprintf(format, ap));
    va_end(ap);
}
