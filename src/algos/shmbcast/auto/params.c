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
        .slot = SHMBCAST_AUTO_BY_DISTANCE,
        .pull = SHMBCAST_AUTO_BY_DISTANCE,
        .direct = 8 << 10,
    };
}

#define AT(member) offsetof(struct shmbcast_auto_params, member)

static const struct al_word distance[] = {
    {"distance", SHMBCAST_AUTO_BY_DISTANCE}, {NULL, 0}};
/* The last of them is all that direct can be. */
static const struct al_word thresholds[] = {
    {"distance", SHMBCAST_AUTO_BY_DISTANCE},
    {"never", SHMBCAST_AUTO_NEVER},
    {NULL, 0}};

static const struct al_param rows[] = {
    {"slot", AL_SIZE, AT(slot), distance, NULL,
     "not a number of bytes, nor distance"},
    {"ring", AL_SIZE, AT(ring), NULL, NULL, "not a number of bytes"},
    {"pull", AL_SIZE, AT(pull), thresholds, NULL,
     "not a number of bytes, nor distance or never"},
    {"direct", AL_SIZE, AT(direct), &thresholds[1], NULL,
     "not a number of bytes, nor never"},
    {"group", AL_INT, AT(group), NULL, NULL, "not a number"},
    {"calibrate", AL_FLAG, AT(calibrate), NULL, NULL, "not 0 or 1"},
    {.why = "no such parameter: slot, ring, pull, direct, group or calibrate"},
};

int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why)
{
    return al_param_parse(rows, params, name, value, why);
}

static bool threshold(size_t bytes)
{
    return bytes <= PTRDIFF_MAX || bytes == SHMBCAST_AUTO_NEVER;
}

int shmbcast_auto_params_check(const struct shmbcast_auto_params *p,
                               const char **why)
{
    if (p->slot > SHMBCAST_AUTO_SLOT_MAX &&
        p->slot != SHMBCAST_AUTO_BY_DISTANCE)
        return al_refuse(-EINVAL, why, "slot is larger than 8192 bytes");
    if (p->ring != 0 && (p->ring & (p->ring - 1)) != 0)
        return al_refuse(-EINVAL, why, "ring is not a power of two");
    if (p->ring != 0 && (p->ring < SB_RING_MIN || p->ring > RING_MAX))
        return al_refuse(-EINVAL, why, "ring is not between 64 KiB and 1 GiB");
    if (!threshold(p->pull) && p->pull != SHMBCAST_AUTO_BY_DISTANCE)
        return al_refuse(-EINVAL, why, "pull is too large");
    if (!threshold(p->direct))
        return al_refuse(-EINVAL, why, "direct is too large");
    if (p->group < 0)
        return al_refuse(-EINVAL, why, "group is negative");
    return 0;
}
