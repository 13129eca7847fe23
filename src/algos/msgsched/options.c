/* options.c: parses and checks schedules and options.
 *
 * Where the paper is ambiguous, options choose how to read it; doc/msgsched.md
 * gives the reasons for the defaults. options.def has one row per option;
 * mpiperf's adapters include it too.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/msgsched.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/param.h"
#include "lib/c_locale.h"

/* ---- schedules ----------------------------------------------------------- */

static const struct msgsched_choice schedules[] = {
    [MSGSCHED_AUTO] = {"auto", NULL,
                       "the fastest of persistent, datatype, merge, fixed and "
                       "throttle in trials while planning"},
    [MSGSCHED_DIRECT] = {"direct", NULL, "all at once, in the order given"},
    [MSGSCHED_PERSISTENT] = {"persistent", NULL,
                             "like direct, by persistent requests"},
    [MSGSCHED_WINDOW] = {"window", NULL, "a bounded number of sends at a time"},
    [MSGSCHED_FIXED] = {"fixed", NULL, "merged into bundles of one size"},
    [MSGSCHED_THROTTLE] =
        {"throttle", NULL,
         "a bounded number of sends per rank, and of sending ranks per node"},
    [MSGSCHED_DATATYPE] = {"datatype", NULL,
                           "one message per peer, by a derived datatype"},
    [MSGSCHED_NEIGHBOR] = {"neighbor", NULL, "by MPI_Ineighbor_alltoallw"},
    [MSGSCHED_REORDER] = {"reorder", NULL,
                          "sorted by distance and weight, not merged"},
    [MSGSCHED_MERGE] = {"merge", NULL,
                        "merged into growing bundles, in the order given"},
    [MSGSCHED_BOTH] = {"both", NULL, "reordered, then merged"},
    {NULL, NULL, NULL},
};

const struct msgsched_choice *msgsched_schedule_table(void)
{
    return schedules;
}

const char *msgsched_schedule_name(enum msgsched_schedule schedule)
{
    int n = sizeof(schedules) / sizeof(schedules[0]) - 1;

    return (int)schedule >= 0 && (int)schedule < n ? schedules[schedule].name
                                                   : "?";
}

/* ---- options ------------------------------------------------------------ */

static const struct al_word dists[] = {{"near", MSGSCHED_NEAR_FIRST},
                                       {"far", MSGSCHED_FAR_FIRST},
                                       {"none", MSGSCHED_DIST_NONE},
                                       {NULL, 0}};
static const struct al_word intras[] = {{"merge", MSGSCHED_INTRA_MERGE},
                                        {"plain", MSGSCHED_INTRA_PLAIN},
                                        {NULL, 0}};
static const struct al_word scopes[] = {
    {"pair", MSGSCHED_SCOPE_PAIR}, {"node", MSGSCHED_SCOPE_NODE}, {NULL, 0}};
static const struct al_word progresses[] = {
    {"lazy", MSGSCHED_LAZY}, {"eager", MSGSCHED_EAGER}, {NULL, 0}};
static const struct al_word tcopies[] = {
    {"measured", (uint64_t)MSGSCHED_MEASURED}, {"never", INT64_MAX}, {NULL, 0}};
static const struct al_word inflights[] = {{"all", INT_MAX}, {NULL, 0}};

static int set_schedule(void *options, const char *name)
{
    for (int i = 0; schedules[i].name != NULL; i++)
        if (strcmp(name, schedules[i].name) == 0) {
            ((struct msgsched_options *)options)->schedule = i;
            return 0;
        }
    return -EINVAL;
}

static int set_alpha(void *options, const char *value)
{
    double alpha;
    locale_t before;
    char *end;

    if (strcmp(value, "formula") == 0) {
        alpha = MSGSCHED_ALPHA_FORMULA;
    } else if (strcmp(value, "balance") == 0) {
        alpha = MSGSCHED_ALPHA_BALANCE;
    } else {
        if (value[0] < '0' || value[0] > '9')
            return -EINVAL;
        before = c_locale_enter();
        alpha = strtod(value, &end);
        c_locale_leave(before);
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

/* ---- checks ------------------------------------------------------------- */

/* Limit on the bytes of a wire message, because MPI counts are ints. */
static const int64_t WIRE_MAX = INT64_C(1) << 30;

static bool within(int value, int most)
{
    return value >= 0 && value <= most;
}

static bool words_known(const struct msgsched_options *o)
{
    return within(o->schedule, MSGSCHED_BOTH) &&
           within(o->dist, MSGSCHED_DIST_NONE) &&
           within(o->intra, MSGSCHED_INTRA_PLAIN) &&
           within(o->scope, MSGSCHED_SCOPE_NODE) &&
           within(o->progress, MSGSCHED_EAGER);
}

static bool alpha_grows(double alpha)
{
    return alpha == MSGSCHED_ALPHA_FORMULA || alpha == MSGSCHED_ALPHA_BALANCE ||
           (alpha > 1.0 && isfinite(alpha));
}

int msgsched_options_check(const struct msgsched_options *o, const char **why)
{
    if (!words_known(o))
        return al_refuse(-EINVAL, why, "an option has an invalid value");
    if (!alpha_grows(o->alpha))
        return al_refuse(-EINVAL, why, "alpha is not above 1");
    if (o->wmax < 1 || o->wmax > WIRE_MAX)
        return al_refuse(-EINVAL, why, "wmax is not between 1 byte and 1 GiB");
    if (o->wmin < 0 || o->wmin > o->wmax)
        return al_refuse(-EINVAL, why, "wmin is not between 0 and wmax");
    if (o->fixed < 1 || o->fixed > WIRE_MAX)
        return al_refuse(-EINVAL, why, "fixed is not between 1 byte and 1 GiB");
    if (o->tcopy < 0 && o->tcopy != MSGSCHED_MEASURED)
        return al_refuse(-EINVAL, why, "tcopy is negative");
    if (o->inflight < 0)
        return al_refuse(-EINVAL, why, "inflight is negative");
    if (o->throttle < 1)
        return al_refuse(-EINVAL, why, "throttle is not positive");
    if (o->senders < 1)
        return al_refuse(-EINVAL, why, "senders is not positive");
    return 0;
}
