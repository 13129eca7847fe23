/* params.c: parameters of the algorithm: defaults, limits and names. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * f, s, q and the tree of section 4.1. The presets have the values of the
 * paper, and of the libraries that the paper compares with.
 */
#include "shmbcast.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "algos/param.h"
#include "team.h"
#include "tree.h"

/* Presets, in the order of their names below. The buffer sizes are valid if
 * pages have at most 8 KiB. */
static const struct shmbcast_params presets[] = {
    {8192, 64, 2, SHMBCAST_TREE_KARY, 2},
    {8192, 64, 1, SHMBCAST_TREE_KARY, 2},
    {8192, 8, 2, SHMBCAST_TREE_KARY, 4},
    {8192, 128, 1, SHMBCAST_TREE_FLAT, 0},
    {SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 1, SHMBCAST_TREE_KARY, 2},
};
static const struct shmbcast_choice preset_names[] = {
    {"default", "f=8Ki s=64 q=2 tree=binary"},
    {"paper", "values of the paper: f=8Ki s=64 q=1 tree=binary"},
    {"collsm", "like Open MPI's coll/sm: f=8Ki s=8 q=2 tree=4-ary"},
    {"mvapich", "like MVAPICH: f=8Ki s=128 q=1 tree=flat"},
    {"model", "f and s by the model of this machine: q=1 tree=binary"},
    {NULL, NULL},
};

const struct shmbcast_choice *shmbcast_preset_table(void)
{
    return preset_names;
}

static int set_preset(void *params, const char *name)
{
    struct shmbcast_params *p = params;

    for (size_t i = 0; preset_names[i].name != NULL; i++)
        if (strcmp(name, preset_names[i].name) == 0) {
            *p = presets[i];
            if (p->f <= SHMBCAST_F_MAX)
                p->f = sb_whole_pages(p->f);
            return 0;
        }
    return -EINVAL;
}

struct shmbcast_params shmbcast_params_default(void)
{
    struct shmbcast_params params = {0};

    set_preset(&params, "default");
    return params;
}

static int set_tree(void *params, const char *value)
{
    struct shmbcast_params *p = params;

    return sb_tree_parse(value, &p->tree, &p->k);
}

static const struct al_word f_words[] = {{"model", SHMBCAST_F_MODEL},
                                         {NULL, 0}};
static const struct al_word s_words[] = {{"model", (uint64_t)SHMBCAST_S_MODEL},
                                         {NULL, 0}};

#define PARAM(name, type, member, words, set, def, why, help)                  \
    {#name, AL_##type, offsetof(struct shmbcast_params, member),               \
     words, set,       why},
static const struct al_param rows[] = {
#include "params.def"
    {.why = "no such parameter: f, s, q, tree or preset"},
};
#undef PARAM

int shmbcast_params_parse(struct shmbcast_params *params, const char *name,
                          const char *value, const char **why)
{
    int rc = al_param_parse(rows, params, name, value, why);

    /* f=model also sets s to model; a later s overrides that */
    if (rc == 0 && strcmp(name, "f") == 0 && params->f == SHMBCAST_F_MODEL)
        params->s = SHMBCAST_S_MODEL;
    return rc;
}

int shmbcast_params_check(const struct shmbcast_params *p, const char **why)
{
    const struct sb_tree_kind *kind = sb_tree_kind(p->tree);

    if (p->f == 0 || p->f % sb_page_size() != 0)
        return al_refuse(-EINVAL, why,
                         "f is not a positive multiple of the page");
    if (p->f > SHMBCAST_F_MAX)
        return al_refuse(-EINVAL, why, "f is larger than 1 GiB");
    if (p->s < 1 || p->s > SHMBCAST_S_MAX)
        return al_refuse(-EINVAL, why, "s is not between 1 and 1048576");
    if (p->q < 1 || p->s % p->q != 0)
        return al_refuse(-EINVAL, why, "q does not divide s");
    if (kind == NULL)
        return al_refuse(-EINVAL, why, "no such tree");
    if (kind->kmin > 0 && p->k < kind->kmin)
        return al_refuse(-EINVAL, why, "k is too small for the tree");
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
