/* params.c: parameters of shmbcast_auto: defaults, limits and names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "algos/param.h"
#include "algorithms.h"
#include "handle.h"

static const size_t RING_MAX = 1 << 30;
enum { MS_USUAL = 30, MS_MAX = 60000 };

struct shmbcast_auto_params shmbcast_auto_params_default(void)
{
    return (struct shmbcast_auto_params){
        .slot = SHMBCAST_AUTO_MEASURED,
        .pull = SHMBCAST_AUTO_MEASURED,
        .direct = 8 << 10,
        .calibrate = SHMBCAST_AUTO_CALIBRATE_ON,
        .calibrate_ms = MS_USUAL,
    };
}

static int set_dense(void *params, const char *value)
{
    struct shmbcast_auto_params *p = params;

    return sb_table_parse(p->dense, value, false);
}

static int set_gaps(void *params, const char *value)
{
    struct shmbcast_auto_params *p = params;

    return sb_table_parse(p->gaps, value, true);
}

/* direct can be the last alone. */
static const struct al_word thresholds[] = {
    {"measured", SHMBCAST_AUTO_MEASURED},
    {"never", SHMBCAST_AUTO_NEVER},
    {NULL, 0}};
static const struct al_word slot_words[] = {
    {"measured", SHMBCAST_AUTO_MEASURED}, {NULL, 0}};
static const struct al_word calibrate_words[] = {
    {"off", SHMBCAST_AUTO_CALIBRATE_OFF},
    {"on", SHMBCAST_AUTO_CALIBRATE_ON},
    {"warm", SHMBCAST_AUTO_CALIBRATE_WARM},
    {"cold", SHMBCAST_AUTO_CALIBRATE_COLD},
    {"0", SHMBCAST_AUTO_CALIBRATE_OFF},
    {"1", SHMBCAST_AUTO_CALIBRATE_ON},
    {NULL, 0}};
#define NO_LIST                                                                \
    "not measured, nor a list of algorithms and sizes, such as "               \
    "slot:4Ki,ring:32Ki,queue"

#define PARAM(name, type, member, words, set, def, why, help)                  \
    {#name, AL_##type, offsetof(struct shmbcast_auto_params, member),          \
     words, set,       why},
static const struct al_param rows[] = {
#include "params.def"
    {.why = "no such parameter: slot, ring, pull, direct, group, calibrate, "
            "calibrate_ms, dense or gaps"},
};
#undef PARAM

int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why)
{
    int rc = al_param_parse(rows, params, name, value, why);

    /* what is said last holds: thresholds, or a table */
    if (rc == 0 && (strcmp(name, "slot") == 0 || strcmp(name, "pull") == 0)) {
        memset(params->dense, SB_NONE, sizeof(params->dense));
        memset(params->gaps, SB_NONE, sizeof(params->gaps));
    }
    return rc;
}

/* All of it is given and fits, or none is. */
static bool table_sound(const unsigned char *table, bool gaps)
{
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        if ((table[i] == SB_NONE) != (table[0] == SB_NONE))
            return false;
        if (table[i] != SB_NONE &&
            !sb_algorithm_fits((enum sb_algorithm)table[i], sb_size_at(i),
                               gaps))
            return false;
    }
    return true;
}

int shmbcast_auto_params_check(const struct shmbcast_auto_params *p,
                               const char **why)
{
    if (p->slot > SHMBCAST_AUTO_SLOT_MAX && p->slot != SHMBCAST_AUTO_MEASURED)
        return al_refuse(-EINVAL, why, "slot is larger than 8192 bytes");
    if (p->ring != 0 && (p->ring & (p->ring - 1)) != 0)
        return al_refuse(-EINVAL, why, "ring is not a power of two");
    if (p->ring != 0 && (p->ring < SB_RING_MIN || p->ring > RING_MAX))
        return al_refuse(-EINVAL, why, "ring is not between 64 KiB and 1 GiB");
    if (p->pull > PTRDIFF_MAX && p->pull != SHMBCAST_AUTO_NEVER &&
        p->pull != SHMBCAST_AUTO_MEASURED)
        return al_refuse(-EINVAL, why, "pull is too large");
    if (p->direct > PTRDIFF_MAX && p->direct != SHMBCAST_AUTO_NEVER)
        return al_refuse(-EINVAL, why, "direct is too large");
    if (p->group < 0)
        return al_refuse(-EINVAL, why, "group is negative");
    if ((unsigned)p->calibrate > SHMBCAST_AUTO_CALIBRATE_COLD)
        return al_refuse(-EINVAL, why, "no such calibration");
    if (p->calibrate_ms < 1 || p->calibrate_ms > MS_MAX)
        return al_refuse(-EINVAL, why,
                         "calibrate_ms is not between 1 and 60000");
    if (!table_sound(p->dense, false) || !table_sound(p->gaps, true))
        return al_refuse(-EINVAL, why,
                         "an algorithm does not fit a size in the table");
    return 0;
}
