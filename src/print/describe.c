/* describe.c: warnings about what makes a table harder to interpret. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "verdict/run_differences.h"

/* A message of up to SMALL bytes that takes longer than CACHE_LINES transfers
 * of a cache line between cores probably does not use shared memory. */
enum { CACHE_LINES = 20, SMALL = 8 };
/* Maximum number of places in a warning, and of notes above a table. */
enum { PLACES_MOST = 6, NOTES_MOST = 3 };
static const double outlier_share = 0.1;

/* Returns the text without its digits, malloced: warnings that differ only in
 * numbers count as the same. */
static char *without_digits(const char *text)
{
    char *key = xstrdup(text), *to = key;

    for (; *text != '\0'; text++)
        if (!isdigit((unsigned char)*text))
            *to++ = *text;
    *to = '\0';
    return key;
}

/* Appends mpiperf's own warnings, each once, with the number of runs. */
static void add_said(json_t *all, const struct runs *r)
{
    json_t *seen = json_object(), *text, *first;
    const char *key;
    size_t k;

    for (size_t i = 0; i < r->n; i++)
        json_array_foreach(json_object_get(r->v[i].record, "warnings"), k, text)
        {
            char *same = without_digits(json_string_value(text));

            if (json_object_get(seen, same) == NULL)
                json_object_set_new(seen, same, json_array());
            json_array_append(json_object_get(seen, same), text);
            free(same);
        }
    json_object_foreach(seen, key, first)
    {
        const char *said = json_string_value(json_array_get(first, 0));
        size_t runs = json_array_size(first);

        if (runs < r->n && r->sides == 1)
            describe_add(all, "%s (%zu of %zu runs)", SHOWN_LINE(said), runs,
                         r->n);
        else
            describe_add(all, "%s", SHOWN_LINE(said));
    }
    json_decref(seen);
}

static void add_lost(json_t *all, const struct table *t)
{
    const struct runs *r = t->r;
    size_t torn = 0;

    for (size_t i = 0; i < r->n; i++)
        torn += !r->v[i].complete;
    if (r->nlost > 0)
        describe_add(all, "%zu of %zu runs failed", r->nlost, r->n + r->nlost);
    if (torn > 0 && !t->o.passes)
        describe_add(
            all, "%zu of %zu runs are incomplete: their finished cases count",
            torn, r->n);
    if (r->twice > 0)
        describe_add(all, "%zu run%s in the files twice: each counts once",
                     r->twice, r->twice == 1 ? " is" : "s are");
}

static void add_apart(json_t *all, const struct table *t)
{
    bool met = t->r->sides < 2;

    for (size_t i = 0; i < t->n; i++)
        met |= t->v[i].between_sides;
    if (!met)
        describe_add(all, "the sides have no case in common: nothing is "
                          "compared");
}

/* Returns " at 8 B", malloced; "" for whole commands. */
static char *at_text(const struct view *v, size_t size)
{
    const struct row *row = v->line[size];

    if (row_is_timed(row) && v->sizes == 1)
        return xstrdup("");
    return xasprintf(row_is_timed(row) ? " %s" : " at %s", ROW_SIZE(row));
}

static char *place_text(const struct view *v, size_t cell)
{
    size_t line = cell / v->states->n;
    char *at = at_text(v, line / v->rivals);
    char *text = xasprintf("%s%s", v->rival[line % v->rivals].name, at);

    free(at);
    return text;
}

/* row->wrong counts all states, so only the first cell of each case is used. */
static void add_wrong(json_t *all, const struct view *v)
{
    for (size_t i = 0; i < v->cells; i += v->states->n) {
        const struct row *row = v->cell[i];
        char *place;

        if (row == NULL || row->wrong == 0)
            continue;
        place = place_text(v, i);
        describe_add(all, "%s: WRONG RESULTS in %zu run%s", place, row->wrong,
                     row->wrong == 1 ? "" : "s");
        free(place);
    }
}

/* Causes that affect runs of a row. */
enum why {
    DISTURBED,
    THROTTLED,
    OWN_THREADS,
    APART,
    FELL_BACK,
    CLOCK,
    QUOTIENT,
    GROUPS
};

static size_t lost(const struct row *row, enum lost why)
{
    return 2 * row->lost[why] > row->measured ? row->lost[why] : 0;
}

/* Number of the row's runs that the cause affects. */
static size_t runs_affected(const struct row *row, enum why why)
{
    const bool groups =
        row->time.spread.known &&
        (row->time.spread.two_groups || row->vs.spread.two_groups);
    const size_t all = row->measured, apart = row->apart;

    return why == DISTURBED     ? lost(row, LOST_DISTURBED)
           : why == THROTTLED   ? lost(row, LOST_THROTTLED)
           : why == OWN_THREADS ? lost(row, LOST_OWN_THREADS)
           : why == APART       ? apart
           : why == FELL_BACK   ? (row->c->fell_back ? all - apart : 0)
           : why == CLOCK       ? (row->by_clock ? all : 0)
           : why == QUOTIENT    ? (row->unlike_quotient ? all : 0)
           : groups             ? all
                                : 0;
}

/* A warning that applies to n of a rival's `of` runs at a size. */
struct affected {
    size_t n, of;
};

static struct affected affected_at(const struct view *v, size_t size,
                                   size_t rival, enum why why)
{
    struct affected most = {0};

    for (size_t state = 0; state < v->states->n; state++) {
        const struct row *row = view_row(v, size, rival, state);
        size_t n = row != NULL ? runs_affected(row, why) : 0;

        if (n > most.n)
            most = (struct affected){n, runs_count(v->t->r, row->side)};
    }
    return most;
}

/* Prints ", native at 8 B (2 of 6 runs)", unless PLACES_MOST were printed. */
static void put_place(FILE *f, size_t *places, const char *rival,
                      const char *at, struct affected runs)
{
    if (++*places > PLACES_MOST)
        return;
    fprintf(f, "%s%s%s", *places > 1 ? ", " : "", rival, at);
    if (runs.n < runs.of)
        fprintf(f, " (%zu of %zu runs)", runs.n, runs.of);
}

static size_t rivals_affected(const struct view *v, size_t size, enum why why,
                              struct affected *most)
{
    size_t some = 0;

    for (size_t i = 0; i < v->rivals; i++) {
        struct affected runs = affected_at(v, size, i, why);

        some += runs.n > 0;
        *most = runs.n > most->n ? runs : *most;
    }
    return some;
}

static size_t put_places(FILE *f, const struct view *v, enum why why)
{
    size_t places = 0, whole = 0;
    struct affected most = {0};

    for (size_t s = 0; s < v->sizes; s++)
        whole += rivals_affected(v, s, why, &most) == v->rivals;
    if (whole == v->sizes && v->sizes * v->rivals > 1) {
        fputs("all rows", f);
        if (most.n < most.of)
            fprintf(f, " (up to %zu of %zu runs)", most.n, most.of);
        return 1;
    }
    for (size_t s = 0; s < v->sizes; s++) {
        struct affected here = {0};
        size_t some = rivals_affected(v, s, why, &here);
        bool every = some == v->rivals && some > 1;
        char *at = at_text(v, s);

        if (every)
            put_place(f, &places, "all", at, here);
        for (size_t i = 0; i < v->rivals && !every; i++) {
            here = affected_at(v, s, i, why);
            if (here.n > 0)
                put_place(f, &places, v->rival[i].name, at, here);
        }
        free(at);
    }
    return places;
}

/* Appends `text` and the places; returns false if there are none. */
static bool add_places(json_t *all, const struct view *v, enum why why,
                       const char *text)
{
    size_t length, places;
    char *where;
    FILE *f = text_open(&where, &length);

    places = put_places(f, v, why);
    text_close(f);
    if (places > PLACES_MOST)
        describe_add(all, "%s: %s, and %zu more", text, where,
                     places - PLACES_MOST);
    else if (places > 0)
        describe_add(all, "%s: %s", text, where);
    free(where);
    return places > 0;
}

/* Returns the timer with the smallest step, if that is smaller than the step of
 * the timer in use; else NULL. */
static const json_t *finer_timer(const json_t *run)
{
    const json_t *best = json_object_get(run, "timer"), *timer, *used = best;
    size_t i;

    json_array_foreach(json_object_get(run, "timers"), i, timer)
    {
        if (number_of(timer, "resolution") < number_of(best, "resolution"))
            best = timer;
    }
    return best != used ? best : NULL;
}

static void add_coarse(json_t *all, const struct view *v)
{
    const json_t *run = v->t->r->v[0].record, *timer = finer_timer(run);
    char used[DIGITS_SIZE], finer[DIGITS_SIZE], *text;

    digits_time(used, number_of(json_object_get(run, "timer"), "resolution"));
    digits_time(finer, number_of(timer, "resolution"));
    text = xasprintf(
        "undecided only because the clock has steps of %s%s%s%s%s%s", used,
        timer != NULL ? " (-t " : "", SHOWN_FILE(text_of(timer, "name")),
        timer != NULL ? " has steps of " : "", timer != NULL ? finer : "",
        timer != NULL ? ")" : "");
    add_places(all, v, CLOCK, text);
    free(text);
}

static void add_quotients(json_t *all, const struct view *v)
{
    add_places(all, v, QUOTIENT,
               "x, a mean over pairs of runs, is not the quotient of the two "
               "times: some runs lack a partner or are outliers");
}

static void add_outliers(json_t *all, const struct view *v)
{
    size_t outliers = 0, values = 0;

    for (size_t i = 0; i < v->cells; i++) {
        const struct row *row = v->cell[i];

        if (row == NULL)
            continue;
        outliers += row->time.spread.outliers;
        values += row->time.spread.n;
    }
    if ((double)outliers > outlier_share * (double)values)
        describe_add(all, "%zu of %zu values are outliers", outliers, values);
}

/* True if ranks share processors: another warning reports this, and it explains
 * why ranks lose their cores. */
static bool is_crowded(const struct table *t)
{
    const json_t *run = t->r->v[0].record;

    return json_is_true(json_object_get(run, "oversubscribed")) ||
           json_is_true(json_object_get(run, "shared_cpu"));
}

static bool add_disturbed(json_t *all, const struct view *v)
{
    static const struct {
        enum why why;
        const char *text;
    } causes[] = {
        {THROTTLED, "throttled: a CPU quota stopped ranks (mpiperf --check "
                    "names it)"},
        {OWN_THREADS,
         "ranks lost their core in many launches to other threads of "
         "their own process"},
        {DISTURBED, "disturbed, as ranks lost their core in many launches: "
                    "other programs use these CPUs (mpiperf --check)"},
    };
    bool any = false;

    for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
        any |= add_places(all, v, causes[i].why, causes[i].text);
    return any;
}

/* Warns of problems of single rows, with only one warning for each cause: where
 * ranks lose their cores, launches also start late. */
static void add_rows(json_t *all, const struct view *v)
{
    bool known = is_crowded(v->t);

    if (!v->t->o.noted && !known)
        known = add_disturbed(all, v);
    if (!v->t->o.noted && !known)
        add_places(all, v, FELL_BACK,
                   "by method barrier, as too few launches began on time in "
                   "windows");
    if (!known)
        add_places(all, v, APART,
                   "not counted: too few launches began on time, so these runs "
                   "used another method than most");
    add_places(all, v, GROUPS,
               v->t->o.passes
                   ? "two groups of values: more than a fifth of the passes "
                     "are outliers"
                   : "two groups of values: more than a fifth of the runs are "
                     "outliers");
}

static void add_slow(json_t *all, const struct view *v)
{
    const struct row *row = view_row(v, 0, v->base, STATE_LOW);
    const json_t *run = v->t->r->v[0].record;
    const char *within;
    double line = number_of(json_object_get(run, "oneway"), "median"), messages;

    if (row == NULL || row->plain || v->bytes[0] > SMALL ||
        integer_of(run, "nodes") != 1 ||
        json_is_true(json_object_get(run, "oversubscribed")) ||
        json_is_true(json_object_get(run, "shared_cpu")) ||
        !json_is_number(json_object_get(row->last, "traffic_bytes")))
        return;
    messages = number_of(row->last, "traffic_messages");
    line *= messages > 1 ? messages : 1; /* at most: no overlap */
    if (!(row->time.value > CACHE_LINES * line))
        return;
    within = text_of(json_object_get(run, "transport"), "within_node");
    describe_add(all,
                 "%ld B take%s %.0f times as long as a cache line from core to "
                 "core: %s%s",
                 v->bytes[0], v->bytes[0] == 1 ? "s" : "",
                 row->time.value / line,
                 *within != '\0' ? "messages within a node use "
                                 : "does this MPI use shared memory?",
                 SHOWN_FILE(within));
}

json_t *describe_all(const struct table *t)
{
    json_t *all = json_array();

    describe_within(all, t);
    add_said(all, t->r);
    add_lost(all, t);
    add_apart(all, t);
    return all;
}

json_t *describe_warnings(const struct view *v)
{
    json_t *all = json_array();

    add_wrong(all, v);
    add_quotients(all, v);
    add_outliers(all, v);
    add_rows(all, v);
    add_coarse(all, v);
    add_slow(all, v);
    return all;
}

json_t *describe_notes(const struct view *v)
{
    json_t *all = json_array();
    bool first = v->first == 0;

    add_wrong(all, v);
    add_quotients(all, v);
    if (first) {
        add_lost(all, v->t);
        add_apart(all, v->t);
    }
    add_rows(all, v);
    add_coarse(all, v);
    if (first) {
        add_said(all, v->t->r);
        describe_within(all, v->t);
    }
    add_outliers(all, v);
    add_slow(all, v);
    while (json_array_size(all) > NOTES_MOST)
        json_array_remove(all, NOTES_MOST);
    return all;
}
