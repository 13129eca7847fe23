/* params.c: parameters of the algorithm: defaults, limits and names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmbcast.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "page.h"
#include "tree.h"

/* Presets, with the size of the buffers where pages are at most 8 KiB. */
static const struct preset {
    const char *name;
    struct shmbcast_params params;
} presets[] = {
    {"default", {8192, 64, 2, SHMBCAST_TREE_KARY, 2}},
    {"paper", {8192, 64, 1, SHMBCAST_TREE_KARY, 2}},
    {"collsm", {8192, 8, 2, SHMBCAST_TREE_KARY, 4}},
    {"mvapich", {8192, 128, 1, SHMBCAST_TREE_FLAT, 0}},
    {"model", {SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 1, SHMBCAST_TREE_KARY, 2}},
};

const struct shmbcast_choice *shmbcast_preset_table(void)
{
    static const struct shmbcast_choice table[] = {
        {"default", "f=8Ki s=64 q=2 tree=binary"},
        {"paper", "the paper's figures: f=8Ki s=64 q=1 tree=binary"},
        {"collsm", "as Open MPI's coll/sm: f=8Ki s=8 q=2 tree=4-ary"},
        {"mvapich", "as MVAPICH: f=8Ki s=128 q=1 tree=flat"},
        {"model", "f and s by the model of this machine: q=1 tree=binary"},
        {NULL, NULL},
    };
    return table;
}

static int preset_find(struct shmbcast_params *params, const char *name)
{
    size_t page = sb_page_size();

    for (size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++)
        if (strcmp(name, presets[i].name) == 0) {
            *params = presets[i].params;
            if (params->f != SHMBCAST_F_MODEL)
                params->f = (params->f + page - 1) / page * page;
            return 0;
        }
    return -EINVAL;
}

struct shmbcast_params shmbcast_params_default(void)
{
    struct shmbcast_params params = {0};

    preset_find(&params, "default");
    return params;
}

static int set_f(struct shmbcast_params *p, const char *value)
{
    if (strcmp(value, "model") == 0) {
        p->f = SHMBCAST_F_MODEL;
        p->s = SHMBCAST_S_MODEL;
        return 0;
    }
    return sb_size_parse(value, &p->f);
}

static int set_s(struct shmbcast_params *p, const char *value)
{
    if (strcmp(value, "model") == 0) {
        p->s = SHMBCAST_S_MODEL;
        return 0;
    }
    return sb_int_parse(value, &p->s);
}

static int set_q(struct shmbcast_params *p, const char *value)
{
    return sb_int_parse(value, &p->q);
}

static int set_tree(struct shmbcast_params *p, const char *value)
{
    return sb_tree_parse(value, &p->tree, &p->k);
}

static const struct row {
    const char *name;
    int (*set)(struct shmbcast_params *p, const char *value);
    const char *why;
} rows[] = {
    {"f", set_f, "not a number of bytes (8192, 8Ki), nor model"},
    {"s", set_s, "not a number, nor model"},
    {"q", set_q, "not a number"},
    {"tree", set_tree,
     "not flat, chain, binary, binomial, K-ary or K-nomial (K > 1)"},
    {"preset", preset_find, "not default, paper, collsm, mvapich or model"},
};

const struct shmbcast_choice *shmbcast_param_table(void)
{
    static const struct shmbcast_choice table[] = {
        {"f", "bytes of a fragment, a multiple of the page size, or model"},
        {"s", "fragment buffers in a rank's queue, or model"},
        {"q", "sets that a queue is split into; divides s"},
        {"tree", "flat, chain, binary, binomial, K-ary or K-nomial"},
        {"preset",
         "default, paper, collsm, mvapich or model: all of the above"},
        {NULL, NULL},
    };
    return table;
}

static int fail(int error, const char **why, const char *text)
{
    if (why != NULL)
        *why = text;
    return error;
}

int shmbcast_params_parse(struct shmbcast_params *params, const char *name,
                          const char *value, const char **why)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = *params;

        if (strcmp(name, rows[i].name) != 0)
            continue;
        if (rows[i].set(&p, value) != 0)
            return fail(-EINVAL, why, rows[i].why);
        *params = p;
        return 0;
    }
    return fail(-ENOENT, why, "no such parameter: f, s, q, tree or preset");
}

int shmbcast_params_check(const struct shmbcast_params *p, const char **why)
{
    const struct sb_tree_kind *kind = sb_tree_kind(p->tree);

    if (p->f == 0 || p->f % sb_page_size() != 0)
        return fail(-EINVAL, why, "f is not a positive multiple of the page");
    if (p->f > SHMBCAST_F_MAX)
        return fail(-EINVAL, why, "f is larger than 1 GiB");
    if (p->s < 1 || p->s > SHMBCAST_S_MAX)
        return fail(-EINVAL, why, "s is not between 1 and 1048576");
    if (p->q < 1 || p->s % p->q != 0)
        return fail(-EINVAL, why, "q does not divide s");
    if (kind == NULL)
        return fail(-EINVAL, why, "no such tree");
    if (kind->kmin > 0 && p->k < kind->kmin)
        return fail(-EINVAL, why, "k is too small for the tree");
    return 0;
}

int shmbcast_tree_name(const struct shmbcast_params *p, char *text, size_t size)
{
    const struct sb_tree_kind *kind = sb_tree_kind(p->tree);

    if (kind == NULL)
        return snprintf(text, size, "?");
    if (kind->suffix != NULL)
        return snprintf(text, size, "%d%s", p->k, kind->suffix);
    return snprintf(text, size, "%s",
                    p->tree == SHMBCAST_TREE_FLAT ? "flat" : "chain");
}
