/* options.c: how to exchange, as people write it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/msgsched.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/param.h"

static const struct al_word dists[] = {{"near", MSGSCHED_NEAR_FIRST},
                                       {"far", MSGSCHED_FAR_FIRST},
                                       {"none", MSGSCHED_DIST_NONE},
                                       {NULL, 0}};
static const struct al_word heavies[] = {
    {"first", MSGSCHED_HEAVY_FIRST}, {"last", MSGSCHED_HEAVY_LAST}, {NULL, 0}};
static const struct al_word weights[] = {{"process", MSGSCHED_WEIGHT_PROCESS},
                                         {"code", MSGSCHED_WEIGHT_CODE},
                                         {"prose", MSGSCHED_WEIGHT_PROSE},
                                         {NULL, 0}};
static const struct al_word intras[] = {{"merge", MSGSCHED_INTRA_MERGE},
                                        {"plain", MSGSCHED_INTRA_PLAIN},
                                        {NULL, 0}};
static const struct al_word acrosses[] = {
    {"grouped", MSGSCHED_GROUPED}, {"rr", MSGSCHED_ROUND_ROBIN}, {NULL, 0}};
static const struct al_word scopes[] = {
    {"pair", MSGSCHED_SCOPE_PAIR}, {"node", MSGSCHED_SCOPE_NODE}, {NULL, 0}};
static const struct al_word progresses[] = {
    {"lazy", MSGSCHED_LAZY}, {"eager", MSGSCHED_EAGER}, {NULL, 0}};
static const struct al_word tcopies[] = {
    {"measured", (uint64_t)MSGSCHED_MEASURED}, {"never", INT64_MAX}, {NULL, 0}};
static const struct al_word inflights[] = {{"all", INT_MAX}, {NULL, 0}};

static int set_schedule(void *options, const char *name)
{
    const struct msgsched_choice *table = msgsched_schedule_table();

    for (int i = 0; table[i].name != NULL; i++)
        if (strcmp(name, table[i].name) == 0) {
            ((struct msgsched_options *)options)->schedule = i;
            return 0;
        }
    return -EINVAL;
}

static int set_alpha(void *options, const char *value)
{
    double alpha;
    char *end;

    if (strcmp(value, "formula") == 0) {
        alpha = MSGSCHED_ALPHA_FORMULA;
    } else if (strcmp(value, "balance") == 0) {
        alpha = MSGSCHED_ALPHA_BALANCE;
    } else {
        if (value[0] < '0' || value[0] > '9')
            return -EINVAL;
        alpha = strtod(value, &end);
        if (*end != '\0' || !(alpha > 1.0) || !isfinite(alpha))
            return -EINVAL;
    }
    ((struct msgsched_options *)options)->alpha = alpha;
    return 0;
}

#define OPTION(name, type, words, set, def, why, help)                         \
    {#name, AL_##type, offsetof(struct msgsched_options, name),                \
     words, set,       why},
static const struct al_param rows[] = {
#include "algos/msgsched/options.def"
    {.why = "no such option"},
};
#undef OPTION

#define OPTION(name, type, words, set, def, why, help) {#name, def, help},
static const struct msgsched_choice choices[] = {
#include "algos/msgsched/options.def"
    {NULL, NULL, NULL},
};
#undef OPTION

const struct msgsched_choice *msgsched_option_table(void)
{
    return choices;
}

struct msgsched_options msgsched_options_default(void)
{
    struct msgsched_options o = {0};

    for (const struct msgsched_choice *c = choices; c->name != NULL; c++)
        al_param_parse(rows, &o, c->name, c->def, NULL);
    return o;
}

int msgsched_options_parse(struct msgsched_options *options, const char *name,
                           const char *value, const char **why)
{
    return al_param_parse(rows, options, name, value, why);
}
