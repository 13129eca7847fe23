/* rules.c: rules of Open MPI's coll/tuned. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* The number of bytes by which Open MPI's rules choose, where m is that of -m
 * and p the number of ranks. */
enum rule_bytes {
    RULE_M,
    RULE_P_M,
    RULE_ZERO, /* one rule for all sizes */
    RULE_NEVER /* no rules */
};

static const struct coll {
    const char *name;
    int id; /* in rules of Open MPI */
    enum rule_bytes bytes;
} colls[] = {
    {"allgather", 0, RULE_P_M},
    {"allgatherv", 1, RULE_M},
    {"allreduce", 2, RULE_M},
    {"alltoall", 3, RULE_P_M},
    {"alltoallv", 4, RULE_ZERO},
    {"barrier", 6, RULE_ZERO},
    {"bcast", 7, RULE_M},
    {"exscan", 8, RULE_NEVER},
    {"gather", 9, RULE_P_M},
    {"reduce", 11, RULE_M},
    {"reduce_scatter", 12, RULE_P_M},
    {"reduce_scatter_block", 13, RULE_P_M},
    {"scan", 14, RULE_NEVER},
    {"scatter", 15, RULE_P_M},
};

static const struct coll *coll_find(const char *op)
{
    for (size_t i = 0; i < sizeof(colls) / sizeof(colls[0]); i++)
        if (strcmp(colls[i].name, op) == 0)
            return &colls[i];
    return NULL;
}

bool rules_can(const char *op)
{
    const struct coll *coll = coll_find(op);

    return coll != NULL && coll->bytes != RULE_NEVER;
}

void rules_decide(struct contest *c)
{
    if (!rules_can(c->op))
        return;
    if (coll_find(c->op)->bytes == RULE_ZERO)
        decide_for_all(c, 1);
    else
        decide_by_size(c, KIND_LIBRARY, NULL, c->rule);
}

bool rules_have_version(const struct library *l)
{
    const long *v = l->version;

    return v[0] > 5 || (v[0] == 5 && (v[1] > 0 || v[2] >= 7)) ||
           (v[0] == 4 && (v[1] > 1 || (v[1] == 1 && v[2] >= 8)));
}

/* ---- the text ------------------------------------------------------------ */

struct rules {
    FILE *f;
    const struct coll *coll;
    bool requests;
};

/* A rule: the algorithm from these bytes on, up to the next rule; NULL: the
 * library's own decision. */
struct rule {
    long bytes;
    const struct contender *algo;
};

/* The rules of a number of ranks from now on, up to the next entry; c is NULL:
 * the library's own decision. */
struct entry {
    long procs;
    const struct contest *c;
};

static void rule_add(struct rule *rule, size_t *n, long bytes,
                     const struct contender *algo)
{
    if (*n == 0 && bytes > 0)
        rule[(*n)++] = (struct rule){0, NULL};
    if (*n == 0 || rule[*n - 1].algo != algo)
        rule[(*n)++] = (struct rule){bytes, algo};
}

/* The last rule ends after the largest size that was measured. */
static size_t rules_of(const struct coll *coll, const struct contest *c,
                       struct rule *rule)
{
    long factor = coll->bytes == RULE_P_M ? c->procs
                  : coll->bytes == RULE_M ? 1
                                          : 0;
    size_t n = 0;

    for (size_t size = 0; size < c->sizes; size++)
        rule_add(rule, &n, factor * c->bytes[size],
                 c->rule[size] > 0 ? &c->algo[c->rule[size]] : NULL);
    if (factor > 0)
        rule_add(rule, &n, factor * c->bytes[c->sizes - 1] + 1, NULL);
    return n;
}

static void put_entry(const struct rules *r, const struct entry *e)
{
    size_t sizes = e->c != NULL ? e->c->sizes : 0, n = 0;
    struct rule *rule = xcalloc(sizes + 2, sizeof(*rule));

    if (e->c != NULL)
        n = rules_of(r->coll, e->c, rule);
    else
        rule_add(rule, &n, 0, NULL);
    fprintf(r->f, "%ld %zu # from so many ranks on: rules\n", e->procs, n);
    for (size_t i = 0; i < n; i++) {
        const struct contender *algo = rule[i].algo;

        fprintf(r->f, "%ld %ld %ld %ld%s", rule[i].bytes,
                algo != NULL ? algo->id : 0, algo != NULL ? algo->fanout : 0,
                algo != NULL ? algo->segment : 0, r->requests ? " 0" : "");
        if (algo != NULL)
            fprintf(r->f, " # %s", SHOWN_FILE(algo->name));
        fputc('\n', r->f);
    }
    free(rule);
}

/* An entry holds up to the next one, and the first one also for fewer ranks. So
 * entries that leave the decision to the library enclose each number of ranks
 * that was measured. */
static size_t entries_of(const struct contest *c, size_t contests,
                         struct entry *e)
{
    long next = 1; /* first number of ranks without an entry */
    size_t n = 0;

    for (size_t i = 0; i < contests; i++) {
        if (!contest_has(&c[i], c[i].rule))
            continue;
        if (c[i].procs > next)
            e[n++] = (struct entry){next, NULL};
        e[n++] = (struct entry){c[i].procs, &c[i]};
        next = c[i].procs + 1;
    }
    if (n > 0)
        e[n++] = (struct entry){next, NULL};
    return n;
}

/* False: there is nothing to set. */
static bool put_coll(struct rules *r, const struct contest *c, size_t contests)
{
    struct entry *e = xcalloc(2 * contests + 1, sizeof(*e));
    size_t n = entries_of(c, contests, e);

    r->coll = coll_find(c->op);
    if (n > 0)
        fprintf(r->f, "%d # %s\n%zu # numbers of ranks\n", r->coll->id, c->op,
                n);
    for (size_t i = 0; i < n; i++)
        put_entry(r, &e[i]);
    free(e);
    return n > 0;
}

char *rules_text(const struct contests *all, const struct library *l)
{
    struct rules r = {.requests = rules_have_version(l)};
    size_t length, set = 0, n;
    char *colls_text, *text;

    r.f = text_open(&colls_text, &length);
    for (size_t i = 0; i < all->n; i += n) {
        n = contests_of_op(all, &all->v[i]);
        set += put_coll(&r, &all->v[i], n);
    }
    text_close(r.f);
    text = set > 0 ? xasprintf("%zu # collectives\n%s", set, colls_text) : NULL;
    free(colls_text);
    return text;
}
