/* params.c: thresholds of shmbcast_auto: defaults, limits and names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <stdint.h>

#include "algos/param.h"
#include "shared.h"

static const size_t RING_MAX = 1 << 30;

struct shmbcast_auto_params shmbcast_auto_params_default(void)
{
    return (struct shmbcast_auto_params){
        .slot = SHMBCAST_AUTO_LEARN,
        .pull = SHMBCAST_AUTO_LEARN,
        .direct = SHMBCAST_AUTO_LEARN,
        .learn = true,
    };
}

#define AT(member) offsetof(struct shmbcast_auto_params, member)

/* The last of them is all that slot can be. */
static const struct al_word thresholds[] = {
    {"never", SHMBCAST_AUTO_NEVER}, {"learn", SHMBCAST_AUTO_LEARN}, {NULL, 0}};
static const char no_threshold[] = "not a number of bytes, nor learn or never";

static const struct al_param rows[] = {
    {"slot", AL_SIZE, AT(slot), &thresholds[1], NULL,
     "not a number of bytes, nor learn"},
    {"ring", AL_SIZE, AT(ring), NULL, NULL, "not a number of bytes"},
    {"pull", AL_SIZE, AT(pull), thresholds, NULL, no_threshold},
    {"direct", AL_SIZE, AT(direct), thresholds, NULL, no_threshold},
    {"group", AL_INT, AT(group), NULL, NULL, "not a number"},
    {"calibrate", AL_FLAG, AT(calibrate), NULL, NULL, "not 0 or 1"},
    {"learn", AL_FLAG, AT(learn), NULL, NULL, "not 0 or 1"},
    {.why = "no such parameter: slot, ring, pull, direct, group, calibrate or "
            "learn"},
};

int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why)
{
    return al_param_parse(rows, params, name, value, why);
}

static bool threshold(size_t bytes)
{
    return bytes <= PTRDIFF_MAX || bytes == SHMBCAST_AUTO_NEVER ||
           bytes == SHMBCAST_AUTO_LEARN;
}

int shmbcast_auto_params_check(const struct shmbcast_auto_params *p,
                               const char **why)
{
    if (p->slot > SHMBCAST_AUTO_SLOT_MAX && p->slot != SHMBCAST_AUTO_LEARN)
        return al_refuse(-EINVAL, why, "slot is larger than 8192 bytes");
    if (p->ring != 0 && (p->ring & (p->ring - 1)) != 0)
        return al_refuse(-EINVAL, why, "ring is not a power of two");
    if (p->ring != 0 && (p->ring < SB_RING_MIN || p->ring > RING_MAX))
        return al_refuse(-EINVAL, why, "ring is not between 64 KiB and 1 GiB");
    if (!threshold(p->pull))
        return al_refuse(-EINVAL, why, "pull is too large");
    if (!threshold(p->direct))
        return al_refuse(-EINVAL, why, "direct is too large");
    if (p->group < 0)
        return al_refuse(-EINVAL, why, "group is negative");
    return 0;
}
