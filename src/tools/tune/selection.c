/* selection.c: writes MPICH's selection of algorithms, by size. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* MPICH selects algorithms by two trees of conditions, which are JSON texts in
 * the library; a file replaces a whole tree. The device's tree comes first, and
 * what it does not match is left to the other one. In each object of a tree the
 * first key that matches counts, and the library does not come back from there.
 * Algorithms of a tree must suit the call: MPICH does not check that. */
#include "tools/tune/selection.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

#define COUNTED "avg_msg_size"  /* -m */
#define SUMMED "total_msg_size" /* -m times the number of ranks */

/* Collectives for which all ranks get the same number of bytes. `guard` ends
 * with "yes" or "no", and must hold for the algorithms below. */
static const struct coll {
    const char *name, *bytes, *guard, *otherwise;
} colls[] = {
    {"allgather", SUMMED, NULL, NULL},
    {"allreduce", COUNTED, "is_op_built_in=yes", "is_op_built_in=no"},
    {"alltoall", COUNTED, "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"},
    {"bcast", COUNTED, NULL, NULL},
    {"reduce", COUNTED, "is_op_built_in=yes", "is_op_built_in=no"},
    {"reduce_scatter_block", SUMMED, "is_commutative=yes", "is_commutative=no"},
};

static const struct coll *coll_of(const char *op)
{
    for (size_t i = 0; i < sizeof(colls) / sizeof(colls[0]); i++)
        if (strcmp(colls[i].name, op) == 0)
            return &colls[i];
    return NULL;
}

/* ---- choices ------------------------------------------------------------- */

static long bytes_of(const struct comparison *c, size_t size)
{
    bool summed = strcmp(coll_of(c->op)->bytes, SUMMED) == 0;

    return c->bytes[size] * (summed ? c->procs : 1);
}

/* Returns the sum over the sizes of what the choices gain. */
static double gain_of(const struct comparison *c, const size_t *chosen)
{
    double gain = 0;

    for (size_t size = 0; size < c->sizes; size++)
        if (chosen[size] > 0 && size_counts(c, size))
            gain += c->program != NULL
                        ? algo_saves(c, size, chosen[size])
                        : log(pair_of(c, size, chosen[size], 0)->times);
    return gain;
}

/* Returns the part of a tree for a collective and intracommunicators, and its
 * parent; NULL if it has none. */
static json_t *intra_of(json_t *whole, const char *op, json_t **coll)
{
    char *key = xasprintf("collective=%s", op);

    *coll = json_object_get(whole, key);
    free(key);
    return json_object_get(*coll, "comm_type=intra");
}

void selection_decide(struct comparison *c, size_t n, const struct library *l)
{
    size_t **chosen = xcalloc(n, sizeof(*chosen));
    double all = 0, sized = 0;
    json_t *coll;
    bool able = coll_of(c->op) != NULL &&
                intra_of(l->tree[TREE_MPIR], c->op, &coll) != NULL;

    for (size_t i = 0; i < n; i++) {
        chosen[i] = xcalloc(c[i].sizes, sizeof(**chosen));
        all += gain_of(&c[i], c[i].rule);
        if (!able || bytes_of(&c[i], c[i].sizes - 1) > INT_MAX)
            continue;
        decide_by_size(&c[i], KIND_SIZED, NULL, chosen[i]);
        sized += gain_of(&c[i], chosen[i]);
    }
    for (size_t i = 0; i < n; i++) {
        c[i].sized = sized > 0 && sized >= all;
        if (c[i].sized)
            memcpy(c[i].rule, chosen[i], c[i].sizes * sizeof(**chosen));
        free(chosen[i]);
    }
    free(chosen);
}

/* ---- trees --------------------------------------------------------------- */

/* Returns 1 if the condition holds for this number of ranks, 0 if not, and -1
 * if the condition is about something else. */
static int ranks_match(const char *key, long procs)
{
    static const char name[] = "comm_size";
    const char *rest = key + sizeof(name) - 1;

    if (strncmp(key, name, sizeof(name) - 1) != 0)
        return -1;
    if (strcmp(rest, "=any") == 0)
        return 1;
    if (strcmp(rest, "=pow2") == 0)
        return (procs & (procs - 1)) == 0;
    if (strncmp(rest, "<=", 2) == 0)
        return procs <= atol(rest + 2);
    if (*rest == '<')
        return procs < atol(rest + 1);
    return -1;
}

/* Returns the tree for this number of ranks, without conditions about it: below
 * conditions about sizes MPICH takes "comm_size<8" for "<=8". */
static json_t *tree_for(const json_t *tree, long procs)
{
    json_t *out = json_object(), *value;
    const char *key;

    json_object_foreach((json_t *)tree, key, value)
    {
        int match = ranks_match(key, procs);

        if (match > 0 && json_object_size(out) == 0) {
            json_decref(out);
            return tree_for(value, procs);
        }
        if (match != 0)
            json_object_set_new(out, match > 0 ? "comm_size=any" : key,
                                tree_for(value, procs));
        if (match > 0)
            break;
    }
    return out;
}

/* Adds a condition on a number of bytes or ranks. */
static void put(json_t *tree, const char *what, const char *than, long n,
                json_t *value)
{
    char *key = xasprintf("%s%s%ld", what, than, n);

    json_object_set_new(tree, key, value);
    free(key);
}

/* Returns the tree of an algorithm. The device's tree matches no
 * intracommunicator here, so that MPICH goes on to the other tree. */
static json_t *chosen_tree(const struct comparison *c, size_t algo,
                           enum selection_tree which, json_t *base)
{
    const char *name = strchr(c->algo[algo].name, '/') + 1;
    char *key = xasprintf("algorithm=MPIR_%c%s_intra_%s",
                          toupper((unsigned char)c->op[0]), c->op + 1, name);
    json_t *tree = which == TREE_DEVICE
                       ? json_pack("{s:O}", "comm_type=inter", base)
                       : json_pack("{s:{}}", key);

    free(key);
    if (selection_counts(c->op, name))
        tree = json_pack("{s:O, s:o}", "count<pow2", base, "count=any", tree);
    return tree;
}

/* Returns the tree for a comparison's number of ranks: from each size up to the
 * next one what is chosen for it, everywhere else `base`. */
static json_t *sizes_tree(const struct comparison *c, enum selection_tree which,
                          json_t *base)
{
    const struct coll *coll = coll_of(c->op);
    json_t *tree = json_object();
    char *any;

    if (bytes_of(c, 0) > 0)
        put(tree, coll->bytes, "<", bytes_of(c, 0), json_incref(base));
    for (size_t size = 0, end; size < c->sizes; size = end) {
        for (end = size + 1; end < c->sizes; end++)
            if (c->rule[end] != c->rule[size])
                break;
        put(tree, coll->bytes, end < c->sizes ? "<" : "<=",
            bytes_of(c, end < c->sizes ? end : end - 1),
            c->rule[size] > 0 ? chosen_tree(c, c->rule[size], which, base)
                              : json_incref(base));
    }
    any = xasprintf("%s=any", coll->bytes);
    json_object_set(tree, any, base);
    free(any);
    if (coll->guard != NULL)
        tree =
            json_pack("{s:o, s:O}", coll->guard, tree, coll->otherwise, base);
    return tree;
}

/* Puts the choices of n comparisons of a collective into the whole tree. */
static void tree_change(json_t *whole, enum selection_tree which,
                        const struct comparison *c, size_t n)
{
    json_t *coll, *intra = intra_of(whole, c->op, &coll), *tree, *base;
    long before = 0;

    if (intra == NULL)
        return;
    tree = json_object();
    for (const struct comparison *end = c + n; c < end; c++) {
        if (!comparison_has(c, c->rule))
            continue;
        base = tree_for(intra, c->procs);
        if (c->procs > before + 1)
            put(tree, "comm_size", "<=", c->procs - 1, json_incref(intra));
        put(tree, "comm_size", "<=", c->procs, sizes_tree(c, which, base));
        before = c->procs;
        json_decref(base);
    }
    json_object_set(tree, "comm_size=any", intra);
    json_object_set_new(coll, "comm_type=intra", tree);
}

char *selection_text(const struct comparisons *all, const struct library *l,
                     enum selection_tree which)
{
    /* MPICH maps the file and expects a zero byte behind it, so that its length
     * must not be a multiple of the page size. */
    enum { PAGE_LEAST = 4096 };
    json_t *whole;
    char *text = NULL, *longer;
    bool any = false;

    if (l->tree[which] == NULL)
        return NULL;
    whole = json_deep_copy(l->tree[which]);
    for (size_t i = 0, n; i < all->n; i += n) {
        n = comparisons_of_op(all, &all->v[i]);
        if (!all->v[i].sized)
            continue;
        tree_change(whole, which, &all->v[i], n);
        any = true;
    }
    if (any) {
        text = json_line(whole, JSON_INDENT(1));
        longer = xasprintf(
            "%s%s", text, (strlen(text) + 1) % PAGE_LEAST == 0 ? "\n\n" : "\n");
        free(text);
        text = longer;
    }
    json_decref(whole);
    return text;
}
