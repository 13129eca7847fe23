/* record_key.c: values of the fields of a `case` that say which one it is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record_get.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "record/key.h"
#include "lib/digest.h"
#include "lib/number.h"

/* ---- what is measured -------------------------------------------------- */

json_t *record_op(const struct row *w)
{
    return json_string(w->res->c->choice->op->name);
}

json_t *record_algo(const struct row *w)
{
    return json_text(w->res->variant->label);
}

json_t *record_datatype(const struct row *w)
{
    return json_string(w->res->c->dtype->name);
}

json_t *record_reduction(const struct row *w)
{
    if (!(w->res->c->choice->op->flags & OP_REDUCTION) ||
        w->r->o->how.redop == NULL)
        return NULL;
    return json_string(w->r->o->how.redop->name);
}

json_t *record_counts(const struct row *w)
{
    const struct counts *counts = &w->r->o->how.counts;

    if (w->res->c->choice->op->varies == VARY_NOT || counts->rule == NULL)
        return NULL;
    if (!counts->rule->seeded)
        return json_string(counts->rule->name);
    return json_sprintf("%s:%llu", counts->rule->name,
                        (unsigned long long)counts->seed);
}

json_t *record_in_place(const struct row *w)
{
    return json_boolean(w->r->o->how.in_place &&
                        w->res->c->choice->op->in_place != IN_PLACE_NOT);
}

/* What was given with --param for this owner: {"f": "8Ki"}. */
static json_t *given_json(const struct params *p, const char *owner)
{
    json_t *given = json_object();

    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->v[i].owner, owner) == 0)
            json_object_set_new(given, p->v[i].name, json_text(p->v[i].value));
    return given;
}

/* ---- how --------------------------------------------------------------- */

json_t *record_buffer(const struct row *w)
{
    return json_string(w->r->o->how.buffer == BUFFER_COLD ? "cold" : "warm");
}

json_t *record_memory(const struct row *w)
{
    json_t *memory = json_object();

    record_add_memory(memory, w->r->o);
    return memory;
}

json_t *record_method(const struct row *w)
{
    const struct method *asked =
        w->res->fell_back != NULL ? w->res->fell_back : w->res->method;

    return asked == NULL ? NULL : json_string(asked->name);
}

json_t *record_arrival(const struct row *w)
{
    const struct arrival *a = &w->r->o->how.arrival;

    if (a->pattern == NULL)
        return NULL;
    return json_pack("{s:s, s:f}", "pattern", a->pattern->name, "time",
                     a->seconds);
}

/* What was asked of the harness itself with --clocksync and --param. */
json_t *record_harness(const struct row *w)
{
    static const char *const owners[] = {"window", "clocksync", "barrier"};
    json_t *harness = json_object();

    if (w->r->o->clocks.clocksync != NULL)
        json_object_set_new(harness, "sync",
                            json_string(w->r->o->clocks.clocksync->name));
    for (size_t i = 0; i < sizeof(owners) / sizeof(owners[0]); i++) {
        json_t *given = given_json(&w->r->o->params, owners[i]);

        if (json_object_size(given) > 0)
            json_object_set(harness, owners[i], given);
        json_decref(given);
    }
    return harness;
}

/* As asked for: which one `auto` took is known later, and may change. */
json_t *record_timer(const struct row *w)
{
    return json_string(
        w->r->o->clocks.timer == NULL ? "auto" : w->r->o->clocks.timer->name);
}

/* ---- parameters ---------------------------------------------------------- */

/* As a number where it is one: {"window": 64}. */
static json_t *value_json(const struct param *p, const char *text)
{
    int64_t size;
    char *cause = NULL;
    long n;

    if (p->type == PARAM_INTEGER &&
        number_long(&n, text, LONG_MIN, LONG_MAX, &cause) == 0)
        return json_integer(n);
    free(cause);
    cause = NULL;
    if (p->type == PARAM_SIZE && number_size(&size, text, &cause) == 0)
        return json_integer(size);
    free(cause);
    return json_text(text);
}

/* The value of the operation's option of that name; NULL: it has none. */
static json_t *option_json(const struct row *w, const char *name)
{
    const struct op *op = w->res->c->choice->op;
    const struct param *p =
        op->params != NULL ? params_find(op->params, name) : NULL;

    if (p == NULL || !p->option)
        return NULL;
    return value_json(p, params_text(op->params, p, &w->r->o->params));
}

json_t *record_pairs(const struct row *w)
{
    return option_json(w, "pairs");
}

json_t *record_topology(const struct row *w)
{
    return option_json(w, "topology");
}

/* The operation's own parameters, but for the options that have fields of their
 * own, with their values; of a file of messages also which content it had. */
json_t *record_param(const struct row *w)
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
    if (json_object_size(values) > 0)
        return values;
    json_decref(values);
    return NULL;
}

json_t *record_given(const struct row *w)
{
    const char *owner = algo_owner(w->res->variant->algo);
    json_t *given = given_json(&w->r->o->params, owner);
    json_t *own = given_json(&w->res->variant->settings, owner);

    json_object_update(given, own);
    json_decref(own);
    return given;
}
