/* runs.c: collects runs and cases from the records of files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "record/key.h"

double number_of(const json_t *record, const char *field)
{
    const json_t *value = json_object_get(record, field);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

long integer_of(const json_t *record, const char *field)
{
    return (long)json_integer_value(json_object_get(record, field));
}

const char *text_of(const json_t *record, const char *field)
{
    return json_string_value(json_object_get(record, field)) ?: "";
}

void runs_begin(struct runs *r, long side)
{
    r->side = side;
    r->first_block = r->blocks;
    r->passed_over = false;
    r->torn = 0;
    r->current = (size_t)-1;
    if (r->index == NULL) {
        r->cut.gauge = -1;
        r->index = json_object();
        r->groups = json_object();
        r->seen = json_object();
    }
}

/* Returns a malloced error text, or NULL. */
static char *numbers_refuse(const json_t *command, const json_t *launch)
{
    if (json_integer_value(command) > RUNS_COMMANDS_MAX)
        return xasprintf("command: must be at most %d", RUNS_COMMANDS_MAX);
    if (json_integer_value(launch) > RUNS_LAUNCHES_MAX)
        return xasprintf("launch: must be at most %d", RUNS_LAUNCHES_MAX);
    return NULL;
}

/* ---- runs ---------------------------------------------------------------- */

/* Parses the time of a record (UTC, ISO 8601); NAN if invalid. */
static double began_of(const char *text)
{
    struct tm tm = {0};
    const char *end = strptime(text, "%Y-%m-%dT%TZ", &tm);

    return end != NULL && *end == '\0' ? (double)timegm(&tm) : NAN;
}

/* Ignores a run that was read before on the same side; if lenient, reads it
 * again, as it may have been cut off before. Sets *again. Returns a malloced
 * error text if it was on another side, else NULL. */
static char *meet(struct runs *r, const json_t *record, long side, bool *again)
{
    json_t *own = json_copy((json_t *)record), *before;
    char *text, *cause = NULL;
    size_t at = r->n;

    json_object_del(own, "repeat");
    text = json_line(own, JSON_COMPACT | JSON_SORT_KEYS);
    before = json_object_get(r->seen, text);
    *again = before != NULL;
    if (before != NULL) {
        at = (size_t)json_integer_value(before);
        r->twice++;
    } else {
        json_object_set_new(r->seen, text, json_integer((json_int_t)at));
    }
    if (before != NULL && r->v[at].side != side) {
        r->on_both = true;
        cause = xstrdup("its run is also on the other side: a run cannot be "
                        "compared with itself");
    }
    r->passed_over = before != NULL && !r->lenient;
    if (before != NULL && r->lenient)
        r->current = at;
    free(text);
    json_decref(own);
    return cause;
}

static bool is_taken(const struct runs *r, const struct run *run)
{
    for (size_t i = r->n; i-- > 0 && r->v[i].block >= r->first_block;)
        if (r->v[i].block == run->block && r->v[i].side == run->side)
            return true;
    return false;
}

/* Sets the run's block. If this side already has a run in that block, the file
 * is a concatenation: then new blocks begin. */
static void set_block(struct runs *r, struct run *run, const json_t *launch)
{
    json_int_t number = json_integer_value(launch);

    run->block = number > 0 ? r->first_block + (size_t)number - 1 : r->blocks;
    if (number > 0 && is_taken(r, run)) {
        r->first_block = r->blocks;
        run->block = r->first_block + (size_t)number - 1;
    }
    if (run->block >= r->blocks)
        r->blocks = run->block + 1;
}

/* Returns the side of a command line; 0 to ignore its runs. */
static long side_of(const struct runs *r, const json_t *command)
{
    long number = (long)json_integer_value(command);
    long side = r->side > 0 ? r->side : number > 0 ? number : 1;

    if (r->chosen[0] == 0)
        return side;
    return side == r->chosen[0] ? 1 : side == r->chosen[1] ? 2 : 0;
}

static char *run_add(struct runs *r, const json_t *record)
{
    const json_t *repeat = json_object_get(record, "repeat");
    const json_t *command = json_object_get(repeat, "command");
    const json_t *launch = json_object_get(repeat, "launch");
    const json_t *timer = json_object_get(record, "timer");
    struct run run = {
        .side = side_of(r, command),
        .began = began_of(text_of(record, "time")),
        .seconds = number_of(repeat, "seconds"),
        .step = json_number_value(json_object_get(timer, "resolution")),
        .dithered = json_is_true(json_object_get(timer, "dithered")),
    };
    char *cause = numbers_refuse(command, launch);
    bool again = false;

    r->passed_over = run.side == 0;
    if (cause == NULL && !r->passed_over)
        cause = meet(r, record, run.side, &again);
    if (cause != NULL || r->passed_over || again)
        return cause;
    set_block(r, &run, launch);
    run.record = json_incref((json_t *)record);
    r->current = r->n;
    XAPPEND(r->v, r->n, run);
    r->sides = run.side > r->sides ? run.side : r->sides;
    return NULL;
}

static char *lost_add(struct runs *r, const json_t *record)
{
    const json_t *block = json_object_get(record, "block");
    const json_t *command = json_object_get(record, "command");
    long side = side_of(r, command);
    char *cause = numbers_refuse(command, block);

    if (cause != NULL || side == 0)
        return cause;
    r->lost = xroom(r->lost, r->nlost, sizeof(*r->lost));
    r->lost[r->nlost++] = (struct lost_run){
        .side = side,
        .block = r->first_block + (size_t)json_integer_value(block) - 1};
    return NULL;
}

static void run_end(struct run *run, const json_t *record)
{
    run->complete = strcmp(text_of(record, "status"), "complete") == 0;
    if (isnan(run->seconds))
        run->seconds = number_of(record, "seconds");
}

/* ---- cases --------------------------------------------------------------- */

/* Returns the key's number in an index; a new key gets the next number. */
static size_t number_in(json_t *index, const json_t *key)
{
    char *text = key_line(key);
    json_t *at = json_object_get(index, text);
    size_t number =
        at != NULL ? (size_t)json_integer_value(at) : json_object_size(index);

    if (at == NULL)
        json_object_set_new(index, text, json_integer((json_int_t)number));
    free(text);
    return number;
}

static struct runs_case *case_of(struct runs *r, const json_t *record)
{
    json_t *key = key_record(record);
    size_t at = number_in(r->index, key);

    if (at == r->ncases) {
        struct runs_case c = {.which = json_copy(key)};

        key_ignore(key, "algo");
        key_ignore(key, "given"); /* the algorithm's parameters */
        c.rivals = number_in(r->groups, key);
        key_ignore(key, "bytes");
        if (record_is(record, "time")) /* one table per command */
            key_ignore(key, "op");
        c.family = number_in(r->groups, key);
        key_ignore(key, "origin");
        key_ignore(key, "target");
        key_ignore(key, "round");
        key_ignore(key, "group");
        c.pairs = number_in(r->groups, key);
        XAPPEND(r->cases, r->ncases, c);
    }
    json_decref(key);
    return &r->cases[at];
}

static double log_of(const json_t *value)
{
    double x = json_number_value(value);

    return x > 0 ? log(x) : NAN;
}

static void pass_read(struct pass *p, const json_t *from)
{
    const json_t *gauge = json_object_get(from, "gauge");
    const json_t *estimate = json_object_get(from, "estimate");

    p->time = log_of(estimate);
    if (json_is_number(estimate) && json_number_value(estimate) == 0)
        p->time = -INFINITY; /* the time was less than a clock step */
    if (json_object_size(json_object_get(from, "figures")) > 0)
        p->figures = json_incref(json_object_get(from, "figures"));
    for (int g = 0; g < GAUGES_WATCHED; g++)
        for (size_t i = 0; i < 2; i++)
            p->gauge[g][i] = log_of(
                json_array_get(json_object_get(gauge, gauge_kinds[g].name), i));
}

static void observation_free(struct observation *o)
{
    if (o == NULL)
        return;
    json_decref(o->record);
    for (size_t i = 0; i < o->n; i++)
        json_decref(o->pass[i].figures);
    free(o->pass);
    free(o);
}

static void keep(json_t *to, const json_t *record, const char *name)
{
    json_t *value = json_object_get(record, name);

    if (value != NULL && !json_is_null(value))
        json_object_set(to, name, value);
}

/* Returns the fields of a `case` record that tables need (besides the key and
 * the passes): those that a row of a table has as well, and those that rows are
 * made of. The rest would take most of the memory. */
static json_t *record_kept(const json_t *record)
{
    static const char *const kept[] = {
        "compute",     "estimate", "figures",       "median",
        "mismatches",  "one_way",  "origin",        "origin_node",
        "pair_times",  "params",   "parts",         "percentiles",
        "program",     "pure",     "reason",        "target",
        "target_node", "total",    "traffic_bytes", "traffic_messages",
        "valid",       NULL};
    json_t *to = json_object();

    for (const struct field *f = fields; f->name != NULL; f++)
        if ((f->of & OF_CASE) && (f->of & OF_MERGED) && !(f->of & OF_KEY))
            keep(to, record, f->name);
    for (const char *const *name = kept; *name != NULL; name++)
        keep(to, record, *name);
    return to;
}

/* Adds a `case` record; or a `time` record, which is a single pass. */
static void case_add(struct runs *r, const json_t *record)
{
    struct runs_case *c = case_of(r, record);
    struct observation *o = xcalloc(1, sizeof(*o));
    const json_t *passes = json_object_get(record, "passes");
    bool timed = record_is(record, "time");

    o->record = record_kept(record);
    o->fell_back = record_has_mark(record, "fell-back");
    o->lost = record_has_mark(record, "disturbed")     ? LOST_DISTURBED
              : record_has_mark(record, "throttled")   ? LOST_THROTTLED
              : record_has_mark(record, "own-threads") ? LOST_OWN_THREADS
                                                       : LOST_NONE;
    o->n = timed ? 1 : json_array_size(passes);
    o->pass = xcalloc(o->n + 1, sizeof(*o->pass));
    for (size_t i = 0; i < o->n; i++)
        pass_read(&o->pass[i], timed ? record : json_array_get(passes, i));
    r->v[r->current].timed |= timed;
    if (c->room <= r->current) {
        size_t room = 2 * r->current + 8;

        c->of = xreallocarray(c->of, room, sizeof(*c->of));
        memset(c->of + c->room, 0, (room - c->room) * sizeof(*c->of));
        c->room = room;
    }
    observation_free(c->of[r->current]); /* the later record replaces it */
    c->of[r->current] = o;
}

static void cut_read(struct runs *r, const json_t *record)
{
    const json_t *cut = json_object_get(record, "cut");
    const char *name = json_string_value(json_object_get(cut, "gauge"));

    for (int g = 0; g < GAUGES_WATCHED && name != NULL; g++)
        if (strcmp(name, gauge_kinds[g].name) == 0)
            r->cut = (struct state_cut){
                .gauge = g,
                .at = log_of(json_object_get(cut, "at")),
                .low = log_of(json_object_get(cut, "low")),
                .high = log_of(json_object_get(cut, "high")),
            };
}

/* ---- records ------------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned of;
} types[] = {
    {"run", OF_RUN},   {"case", OF_CASE},   {"end", OF_END}, {"time", OF_TIME},
    {"lost", OF_LOST}, {"table", OF_TABLE}, {NULL, 0},
};

char *runs_add(struct runs *r, const json_t *record)
{
    const char *type = json_string_value(json_object_get(record, "type"));
    size_t i = 0;
    char *cause;

    if (type == NULL)
        return xstrdup("not a record of mpiperf");
    if (strcmp(type, "program") == 0)
        return xstrdup("the profile of a program: mpiperf-compare prints it "
                       "alone");
    while (types[i].name != NULL && strcmp(types[i].name, type) != 0)
        i++;
    cause = format_refuse(record) ?: fields_refuse(record, types[i].of);
    if (cause != NULL)
        return cause;
    r->observed += (types[i].of & (OF_CASE | OF_TIME)) != 0;
    if (types[i].of == OF_RUN)
        return run_add(r, record);
    if (types[i].of == OF_LOST)
        return lost_add(r, record);
    if (types[i].of == OF_TABLE)
        cut_read(r, record);
    else if (r->passed_over || types[i].of == 0)
        return NULL;
    else if (r->current >= r->n)
        return xstrdup("no `run` record of mpiperf precedes it");
    else if (types[i].of != OF_END)
        case_add(r, record);
    else
        run_end(&r->v[r->current], record);
    return NULL;
}

/* ---- queries ------------------------------------------------------------- */

const struct run *runs_side(const struct runs *r, long side)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].side == side)
            return &r->v[i];
    return NULL;
}

size_t runs_count(const struct runs *r, long side)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n += r->v[i].side == side;
    return n;
}

double runs_seconds(const struct runs *r)
{
    double sum = 0;

    for (size_t i = 0; i < r->n; i++)
        sum += isnan(r->v[i].seconds) ? 0 : r->v[i].seconds;
    return sum;
}

const struct observation *runs_observed(const struct runs_case *c, size_t run)
{
    const struct observation *o = run < c->room ? c->of[run] : NULL;

    return o != NULL && o->fell_back == c->fell_back ? o : NULL;
}

bool runs_measured(const struct runs *r, const struct runs_case *c, size_t run)
{
    size_t bit = c->family * r->n + run;

    return (r->measured[bit / 8] >> bit % 8 & 1) != 0;
}

size_t runs_lost(const struct runs *r, long side)
{
    size_t n = 0;

    for (size_t i = 0; i < r->nlost; i++)
        n += r->lost[i].side == side;
    return n;
}

void runs_free(struct runs *r)
{
    for (size_t i = 0; i < r->n; i++)
        json_decref(r->v[i].record);
    for (size_t i = 0; i < r->ncases; i++) {
        for (size_t k = 0; k < r->cases[i].room; k++)
            observation_free(r->cases[i].of[k]);
        free(r->cases[i].of);
        json_decref(r->cases[i].which);
    }
    free(r->v);
    free(r->lost);
    free(r->cases);
    free(r->measured);
    free(r->damage);
    json_decref(r->index);
    json_decref(r->groups);
    json_decref(r->seen);
    *r = (struct runs){0};
}
