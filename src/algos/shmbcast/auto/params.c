/* params.c: thresholds of shmbcast_auto: defaults, limits and names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "../number.h"
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

static int parse_size(const char *value, size_t *size)
{
    if (strcmp(value, "never") != 0)
        return sb_size_parse(value, size);
    *size = SHMBCAST_AUTO_NEVER;
    return 0;
}

static int parse_by_distance(const char *value, size_t *size)
{
    if (strcmp(value, "distance") != 0)
        return parse_size(value, size);
    *size = SHMBCAST_AUTO_BY_DISTANCE;
    return 0;
}

static int set_slot(struct shmbcast_auto_params *p, const char *value)
{
    if (strcmp(value, "never") == 0)
        return -EINVAL;
    return parse_by_distance(value, &p->slot);
}

static int set_ring(struct shmbcast_auto_params *p, const char *value)
{
    return sb_size_parse(value, &p->ring);
}

static int set_pull(struct shmbcast_auto_params *p, const char *value)
{
    return parse_by_distance(value, &p->pull);
}

static int set_direct(struct shmbcast_auto_params *p, const char *value)
{
    return parse_size(value, &p->direct);
}

static int set_group(struct shmbcast_auto_params *p, const char *value)
{
    return sb_int_parse(value, &p->group);
}

static int set_calibrate(struct shmbcast_auto_params *p, const char *value)
{
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return -EINVAL;
    p->calibrate = value[0] == '1';
    return 0;
}

static const struct row {
    const char *name;
    int (*set)(struct shmbcast_auto_params *p, const char *value);
    const char *why;
} rows[] = {
    {"slot", set_slot, "not a number of bytes, nor distance"},
    {"ring", set_ring, "not a number of bytes"},
    {"pull", set_pull, "not a number of bytes, nor distance or never"},
    {"direct", set_direct, "not a number of bytes, nor never"},
    {"group", set_group, "not a number"},
    {"calibrate", set_calibrate, "not 0 or 1"},
};

static int fail(int error, const char **why, const char *text)
{
    if (why != NULL)
        *why = text;
    return error;
}

int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = *params;

        if (strcmp(name, rows[i].name) != 0)
            continue;
        if (rows[i].set(&p, value) != 0)
            return fail(-EINVAL, why, rows[i].why);
        *params = p;
        return 0;
    }
    return fail(-ENOENT, why,
                "no such parameter: slot, ring, pull, direct, group or "
                "calibrate");
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
        return fail(-EINVAL, why, "slot is larger than 8192 bytes");
    if (p->ring != 0 && (p->ring & (p->ring - 1)) != 0)
        return fail(-EINVAL, why, "ring is not a power of two");
    if (p->ring != 0 && (p->ring < SB_RING_MIN || p->ring > RING_MAX))
        return fail(-EINVAL, why, "ring is not between 64 KiB and 1 GiB");
    if (!threshold(p->pull) && p->pull != SHMBCAST_AUTO_BY_DISTANCE)
        return fail(-EINVAL, why, "pull is too large");
    if (!threshold(p->direct))
        return fail(-EINVAL, why, "direct is too large");
    if (p->group < 0)
        return fail(-EINVAL, why, "group is negative");
    return 0;
}
