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

int passes_set(struct options *o, const char *arg, char **cause)
{
    static const char *const modes[] = {"auto", NULL};

    o->how.passes = 0;
    if (word_is_number(arg))
        return number_long(&o->how.passes, arg, 1, INT_MAX, cause);
    return word_find("number of passes", modes, "a number", arg, cause) < 0 ? -1
                                                                            : 0;
}

int preset_set(struct options *o, const char *arg, char **cause)
{
    const struct preset *p = preset_find(arg);

    o->preset = p != NULL ? p->name : NULL;
    return catalog_check(o, p, KIND_PRESET, arg, cause);
}
