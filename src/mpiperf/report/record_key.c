/* record_key.c: makes the fields of a record that distinguish cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/rows.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digest.h"
#include "lib/json.h"
#include "lib/number.h"
#include "ops/buffers.h"
#include "ops/pairs.h"
#include "record/fields.h"
#include "record/key.h"

static json_t *counts_json(const struct result_row *w)
{
    const struct counts *counts = &w->res->c->called.counts;

    if (w->res->c->choice->op->varies == VARY_NOT || counts->rule == NULL)
        return NULL;
    if (!counts->rule->seeded)
        return json_string(counts->rule->name);
    return json_sprintf("%s:%llu", counts->rule->name,
                        (unsigned long long)counts->seed);
}

/* Returns the value of a parameter; as a number if its type is a number: 64. */
static json_t *value_json(const struct param *p, const char *text)
{
    int64_t size;
    char *cause = NULL;
    json_t *value;
    long n;

    if (p->type == PARAM_INTEGER &&
        number_long(&n, text, LONG_MIN, LONG_MAX, &cause) == 0)
        value = json_integer(n);
    else if (p->type == PARAM_SIZE && number_size(&size, text, &cause) == 0)
        value = json_integer(size);
    else
        value = json_text(text);
    free(cause);
    return value;
}

/* Returns the value of an option of the operation; NULL if the operation does
 * not have it. */
static json_t *option_json(const struct result_row *w, const char *name)
{
    const struct op *op = w->res->c->choice->op;
    const struct param *p = op_option(op, name);

    return p != NULL
               ? value_json(p, params_text(op->params, p, &w->r->o->params))
               : NULL;
}

/* Returns the parameters of the operation, except options with a field of their
 * own. A file of messages is replaced by the digest of its content. */
static json_t *param_json(const struct result_row *w)
{
    const struct choice *choice = w->res->c->choice;
    const struct param_table *t = choice->op->params;
    uint64_t digest = choice->content.digest;
    json_t *values = json_object();

    for (const struct param *p = t != NULL ? t->rows : NULL;
         p != NULL && p->name != NULL; p++)
        if (!p->option || !key_has(p->name))
            json_object_set_new(
                values, p->name,
                value_json(p, params_text(t, p, &w->r->o->params)));
    if (digest != 0)
        json_object_set_new(values, "digest",
                            json_sprintf(DIGEST_FORMAT, digest));
    return values;
}

/* Returns the settings of this owner that the user has given: {"f": "8Ki"}. */
static json_t *given_json(const struct params *p, const char *owner)
{
    json_t *given = json_object();

    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->v[i].owner, owner) == 0)
            json_object_set_new(given, p->v[i].name, json_text(p->v[i].value));
    return given;
}

/* Returns the settings of the harness: --clocksync, and --param for window,
 * clocksync and barrier. */
static json_t *harness_json(const struct options *o)
{
    static const char *const owners[] = {"window", "clocksync", "barrier"};
    json_t *harness = json_object();

    if (o->clocks.clocksync != NULL)
        json_object_set_new(harness, "sync",
                            json_string(o->clocks.clocksync->name));
    for (size_t i = 0; i < sizeof(owners) / sizeof(owners[0]); i++)
        put_some(harness, owners[i], given_json(&o->params, owners[i]));
    return harness;
}

void record_add_memory(json_t *to, const struct options *o)
{
    int numa = o->how.numa;

    json_object_set_new(to, "align", json_integer((json_int_t)o->how.align));
    json_object_set_new(to, "hugepages", json_boolean(o->how.hugepages));
    if (o->how.shared_memory)
        json_object_set_new(to, "memory", json_string("shared"));
    if (o->how.rewrite)
        json_object_set_new(to, "rewrite", json_true());
    json_object_set_new(to, "numa",
                        json_string(numa == BUFFERS_NUMA_LOCAL ? "local"
                                    : numa == BUFFERS_NUMA_INTERLEAVE
                                        ? "interleave"
                                        : "node"));
    if (numa >= 0)
        json_object_set_new(to, "numa_node", json_integer(numa));
}

bool case_has_pairs(const struct bench_case *c)
{
    const struct pair_params *p = c->choice->values;

    return c->rounds > 0 && p->pairs < PAIRS_FIND;
}

static bool row_next_group(struct result_row *w)
{
    const struct bench_case *c = w->res->c;
    const int size = c->procs / c->called.groups;

    if (w->group == c->called.groups)
        return false;
    w->origin = w->group++ * size;
    w->target = w->origin + size - 1;
    return true;
}

bool row_next_part(struct result_row *w)
{
    const struct bench_case *c = w->res->c;
    const struct pair_params *p = c->choice->values;
    int rank = w->target > 0 ? w->origin + 1 : 0;

    if (c->called.by_group)
        return row_next_group(w);
    for (; case_has_pairs(c) && rank < c->procs; rank++) {
        int peer = pairs_peer(p->pairs, rank, c->procs, NULL, c->round);

        if (peer <= rank)
            continue;
        w->origin = rank;
        w->target = peer;
        return true;
    }
    return false;
}

static void add_pair(json_t *to, const struct result_row *w)
{
    const struct runinfo *ri = w->r->ri;

    if (w->res->c->rounds > 0 && !case_has_pairs(w->res->c))
        put_value(to, "round", json_integer(w->res->c->round));
    if (w->group > 0 || w->target == 0)
        return;
    put_value(to, "origin", json_integer(w->origin));
    put_value(to, "target", json_integer(w->target));
    if (ri == NULL)
        return;
    put_value(to, "origin_node", json_integer(ri->ranks[w->origin].node));
    put_value(to, "target_node", json_integer(ri->ranks[w->target].node));
}

void record_add_case(json_t *to, const struct result_row *w)
{
    const struct bench_case *c = w->res->c;
    const struct op *op = c->choice->op;
    const struct options *o = w->r->o;
    const struct method *asked =
        w->res->fell_back != NULL ? w->res->fell_back : w->res->method;
    bool reduces = (op->flags & OP_REDUCTION) != 0 && c->called.redop != NULL;

    put_value(to, "op", json_string(op->name));
    put_value(to, "algo", json_text(w->res->variant->label));
    put_value(to, "procs", json_integer(c->procs));
    put_value(to, "bytes", json_integer(c->bytes));
    put_value(to, "count", json_integer(c->count));
    put_value(to, "root", json_integer(c->root));
    put_value(to, "rotate", json_boolean(c->rotate));
    put_value(to, "datatype", json_string(c->dtype->name));
    put_value(to, "reduction",
              reduces ? json_string(c->called.redop->name) : NULL);
    put_value(to, "counts", counts_json(w));
    put_value(to, "in_place",
              json_boolean(c->called.in_place && op->in_place != IN_PLACE_NOT));
    put_value(to, "pairs", option_json(w, "pairs"));
    add_pair(to, w);
    put_value(to, "topology", option_json(w, "topology"));
    if (c->called.groups > 1)
        put_value(to, "groups", json_integer(c->called.groups));
    if (w->group > 0)
        put_value(to, "group", json_integer(w->group - 1));
    if (o->how.threads > 0)
        put_value(to, "threads", json_integer(o->how.threads));
    if (o->how.load.n > 0)
        put_value(to, "load_ranks", json_string(o->how.load.text));
    put_value(to, "buffer",
              json_string(o->how.buffer == BUFFER_COLD ? "cold" : "warm"));
    put_value(to, "method", json_text(asked != NULL ? asked->name : NULL));
    /* the requested timer, since `auto` may choose another one in another
     * run */
    put_value(
        to, "timer",
        json_string(o->clocks.timer == NULL ? "auto" : o->clocks.timer->name));
}

void record_add_settings(json_t *to, const struct result_row *w)
{
    const struct options *o = w->r->o;
    const struct bench_case *c = w->res->c;
    const struct variant *variant = w->res->variant;
    const struct arrival *arrival = &c->called.arrival;
    json_t *memory = json_object();

    record_add_memory(memory, o);
    put_some(to, "param", param_json(w));
    put_value(to, "given",
              given_json(&variant->settings, algo_owner(variant->algo)));
    put_value(to, "memory", memory);
    if (arrival->pattern != NULL)
        put_some(to, "arrival",
                 json_pack("{s:s, s:f}", "pattern", arrival->pattern->name,
                           "time", arrival->seconds));
    put_value(to, "harness", harness_json(o));
}
