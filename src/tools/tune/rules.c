/* rules.c: writes rules for Open MPI's coll/tuned. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* The number of bytes in Open MPI's rules. M: size of -m, P: number of
 * ranks. */
enum rule_bytes {
    RULE_M,
    RULE_P_M,
    RULE_ZERO /* one rule for all sizes */
};

static const struct coll {
    const char *name;
    int id; /* its number in Open MPI's rules */
    enum rule_bytes bytes;
} coll_table[] = {
    {"allgather", 0, RULE_P_M},
    {"allgatherv", 1, RULE_M},
    {"allreduce", 2, RULE_M},
    {"alltoall", 3, RULE_P_M},
    {"alltoallv", 4, RULE_ZERO},
    {"barrier", 6, RULE_ZERO},
    {"bcast", 7, RULE_M},
    {"gather", 9, RULE_P_M},
    {"reduce", 11, RULE_M},
    {"reduce_scatter", 12, RULE_P_M},
    {"reduce_scatter_block", 13, RULE_P_M},
    {"scatter", 15, RULE_P_M},
};

static const struct coll *coll_find(const char *op)
{
    for (size_t i = 0; i < sizeof(coll_table) / sizeof(coll_table[0]); i++)
        if (strcmp(coll_table[i].name, op) == 0)
            return &coll_table[i];
    return NULL;
}

bool rules_can(const char *op)
{
    return coll_find(op) != NULL;
}

void rules_decide(struct comparison *c)
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

long rules_factor(const struct comparison *c)
{
    switch (coll_find(c->op)->bytes) {
    case RULE_M:
        return 1;
    case RULE_P_M:
        return c->procs;
    default:
        return 0;
    }
}

/* A list in the file: a line with the number of entries, then the entries. */
struct list {
    FILE *f;
    char *text;
    size_t length, n;
    bool requests; /* rules have a fifth column: the number of requests */
};

static void list_open(struct list *l, bool requests)
{
    *l = (struct list){.requests = requests};
    l->f = text_open(&l->text, &l->length);
}

static void list_close(struct list *l, FILE *to)
{
    text_close(l->f);
    fputs(l->text, to);
    free(l->text);
}

/* Writes a rule, which sets the algorithm from this number of bytes up to the
 * next rule. NULL leaves the decision to the library. */
static void put_rule(struct list *rules, long bytes,
                     const struct candidate *algo)
{
    fprintf(rules->f, "%ld %ld %ld %ld%s", bytes, algo != NULL ? algo->id : 0,
            algo != NULL ? algo->fanout : 0, algo != NULL ? algo->segment : 0,
            rules->requests ? " 0" : "");
    if (algo != NULL)
        fprintf(rules->f, " # %s", SHOWN_FILE(algo->name));
    fputc('\n', rules->f);
    rules->n++;
}

/* Writes a comparison's rules; the last one ends after the largest size. */
static void put_rules(struct list *rules, const struct comparison *c)
{
    const long factor = rules_factor(c);
    const struct candidate *algo = NULL, *before = NULL;

    if (factor * c->bytes[0] > 0)
        put_rule(rules, 0, NULL);
    for (size_t size = 0; size < c->sizes; size++, before = algo) {
        algo = c->rule[size] > 0 ? &c->algo[c->rule[size]] : NULL;
        if (rules->n == 0 || algo != before)
            put_rule(rules, factor * c->bytes[size], algo);
    }
    if (factor > 0 && algo != NULL)
        put_rule(rules, factor * c->bytes[c->sizes - 1] + 1, NULL);
}

/* Writes an entry: the rules from this number of ranks up to the next entry. If
 * c is NULL, the rules leave the decision to the library. */
static void put_entry(struct list *entries, long procs,
                      const struct comparison *c)
{
    struct list rules;

    list_open(&rules, entries->requests);
    if (c != NULL)
        put_rules(&rules, c);
    else
        put_rule(&rules, 0, NULL);
    fprintf(entries->f, "%ld %zu # minimum number of ranks, number of rules\n",
            procs, rules.n);
    list_close(&rules, entries->f);
    entries->n++;
}

/* An entry applies up to the next entry, and the first one also to fewer ranks.
 * So each measured number is enclosed by entries that leave the decision to the
 * library. */
static void put_coll(struct list *colls, const struct comparison *c,
                     size_t comparisons)
{
    long next = 1; /* first number of ranks not yet covered */
    struct list entries;

    list_open(&entries, colls->requests);
    for (const struct comparison *end = c + comparisons; c < end; c++) {
        if (!comparison_has(c, c->rule))
            continue;
        if (c->procs > next)
            put_entry(&entries, next, NULL);
        put_entry(&entries, c->procs, c);
        next = c->procs + 1;
    }
    if (entries.n > 0) {
        put_entry(&entries, next, NULL);
        fprintf(colls->f, "%d # %s\n%zu # numbers of ranks\n",
                coll_find(c[-1].op)->id, c[-1].op, entries.n);
        colls->n++;
    }
    list_close(&entries, colls->f);
}

char *rules_lines(const struct comparisons *all, const struct library *l)
{
    struct list colls;
    size_t length;
    char *text;
    FILE *f;

    list_open(&colls, rules_have_version(l));
    for (size_t i = 0, n; i < all->n; i += n) {
        n = comparisons_of_op(all, &all->v[i]);
        put_coll(&colls, &all->v[i], n);
    }
    f = text_open(&text, &length);
    fprintf(f, "%zu # collectives\n", colls.n);
    list_close(&colls, f);
    text_close(f);
    if (colls.n > 0)
        return text;
    free(text);
    return NULL;
}
