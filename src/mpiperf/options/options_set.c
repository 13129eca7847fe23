/* options_set.c: options on the cases to measure and when to stop. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/options_word.h"
#include "mpiperf/options/preset.h"

/* No machine holds a larger block, and a few of them still fit in 63 bits. */
#define SIZE_LIMIT ((int64_t)1 << 50)

static int sweep_set(struct sweep *to, const char *arg, int64_t min,
                     int64_t max, char **cause)
{
    struct sweep s;

    if (sweep_parse(&s, arg, min, max, cause) != 0)
        return -1;
    sweep_free(to);
    *to = s;
    return 0;
}

int procs_set(struct options *o, const char *arg, char **cause)
{
    return sweep_set(&o->procs, arg, 1, INT_MAX, cause);
}

int size_set(struct options *o, const char *arg, char **cause)
{
    return sweep_set(&o->size, arg, 0, SIZE_LIMIT, cause);
}

/* A real number for which a condition holds; a share of `whole` unless 0. */
static int real_set(double *to, const char *arg, double whole,
                    bool (*legal)(double v), const char *law, char **cause)
{
    double v;
    int rc = whole == 0 ? number_real(&v, arg, cause)
                        : number_share(&v, arg, whole, cause);

    if (rc != 0)
        return -1;
    if (!legal(v))
        return param_refuse(arg, law, cause);
    *to = v;
    return 0;
}

static bool rse_legal(double v)
{
    return v >= 0;
}

int max_rse_set(struct options *o, const char *arg, char **cause)
{
    o->how.stop_on_rse = true;
    return real_set(&o->how.max_rse, arg, 1, rse_legal, "must be 0 or more",
                    cause);
}

static bool time_legal(double v)
{
    return v > 0;
}

int max_time_set(struct options *o, const char *arg, char **cause)
{
    return real_set(&o->how.max_time, arg, 0, time_legal,
                    "must be more than 0", cause);
}

static bool trim_legal(double v)
{
    return v >= 0 && v < 0.5;
}

int trim_set(struct options *o, const char *arg, char **cause)
{
    return real_set(&o->how.trim, arg, 100, trim_legal,
                    "must be at least 0 and below 50 percent", cause);
}

static bool confidence_legal(double v)
{
    return v > 0 && v < 1;
}

int confidence_set(struct options *o, const char *arg, char **cause)
{
    return real_set(&o->how.confidence, arg, 1, confidence_legal,
                    "must be between 0 and 1, as 0.95", cause);
}

int min_valid_set(struct options *o, const char *arg, char **cause)
{
    return number_long(&o->how.min_valid, arg, 1, LONG_MAX, cause);
}

int max_valid_set(struct options *o, const char *arg, char **cause)
{
    return number_long(&o->how.max_valid, arg, 1, LONG_MAX, cause);
}

int max_launches_set(struct options *o, const char *arg, char **cause)
{
    return number_long(&o->how.max_launches, arg, 1, LONG_MAX, cause);
}

int root_set(struct options *o, const char *arg, char **cause)
{
    static const char *const modes[] = {"all", "rotate", NULL};
    static const enum root_mode mode[] = {ROOT_ALL, ROOT_ROTATE};
    long root = 0;
    int i;

    if (word_is_number(arg)) {
        if (number_long(&root, arg, 0, INT_MAX, cause) != 0)
            return -1;
        o->root_mode = ROOT_ONE;
    } else {
        i = word_find("root", modes, "a rank", arg, cause);
        if (i < 0)
            return -1;
        o->root_mode = mode[i];
    }
    o->root = (int)root;
    return 0;
}

int preset_set(struct options *o, const char *arg, char **cause)
{
    const struct preset *p = preset_find(arg);

    if (p == NULL) {
        *cause = catalog_unknown(&o->registry, KIND_PRESET, arg);
        return -1;
    }
    o->preset = p->name;
    return 0;
}

int check_set(struct options *o, const char *arg, char **cause)
{
    (void)arg, (void)cause;
    o->check = o->clocks.any_timer = true;
    return 0;
}

int verify_set(struct options *o, const char *arg, char **cause)
{
    (void)arg, (void)cause;
    o->how.verify = true;
    return 0;
}

int plugin_set(struct options *o, const char *arg, char **cause)
{
    return registry_plugin(&o->registry, arg, cause);
}
