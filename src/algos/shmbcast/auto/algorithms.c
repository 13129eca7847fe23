/* algorithms.c: names of algorithms, and tables of them as text. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A table has an algorithm for each of 15 sizes; as text it is a list of runs,
 * "slot:4Ki,ring:32Ki,pull". Cost of a look-up: the length of a number in bits.
 */
#include "algorithms.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "algos/param.h"
#include "handle.h"

static const char *const names[SB_CALIBRATED] = {
    [SB_SLOT] = "slot",           [SB_SLOT_ASK] = "slot-ask",
    [SB_BUFFER] = "buffer",       [SB_BUFFER_ASK] = "buffer-ask",
    [SB_RING] = "ring",           [SB_RING_PART] = "ring-part",
    [SB_QUEUE] = "queue",         [SB_PULL] = "pull",
    [SB_PULL_FINE] = "pull-fine",
};

bool sb_algorithm_fits(enum sb_algorithm algorithm, size_t nbytes, bool gaps)
{
    switch (algorithm) {
    case SB_NONE:
        return false;
    case SB_SLOT:
    case SB_SLOT_ASK:
        return nbytes <= SB_SHORT_MAX;
    case SB_BUFFER:
    case SB_BUFFER_ASK:
        return nbytes <= SHMBCAST_AUTO_SLOT_MAX;
    case SB_PULL:
    case SB_PULL_FINE:
        return !gaps;
    default:
        return algorithm < SB_CALIBRATED;
    }
}

static enum sb_algorithm named(const char *name, size_t n)
{
    for (int i = SB_NONE + 1; i < SB_CALIBRATED; i++)
        if (strncmp(names[i], name, n) == 0 && names[i][n] == '\0')
            return (enum sb_algorithm)i;
    return SB_NONE;
}

/* "name" or "name:size" of [n] characters; without a size it is the last. */
static int entry_parse(const char *text, size_t n, enum sb_algorithm *algorithm,
                       size_t *most)
{
    const char *colon = memchr(text, ':', n);
    size_t length = colon != NULL ? (size_t)(colon - text) : n;
    char size[32];

    *algorithm = named(text, length);
    *most = SIZE_MAX;
    if (*algorithm == SB_NONE)
        return -EINVAL;
    if (colon == NULL)
        return 0;
    n -= length + 1;
    if (n >= sizeof(size))
        return -EINVAL;
    memcpy(size, colon + 1, n);
    size[n] = '\0';
    return al_size_parse(size, most);
}

int sb_table_parse(unsigned char table[SHMBCAST_AUTO_SIZES], const char *text,
                   bool gaps)
{
    unsigned char filled[SHMBCAST_AUTO_SIZES] = {SB_NONE};
    unsigned place = 0;

    if (strcmp(text, "measured") == 0) {
        memcpy(table, filled, sizeof(filled));
        return 0;
    }
    while (place < SHMBCAST_AUTO_SIZES) {
        size_t n = strcspn(text, ","), most;
        enum sb_algorithm algorithm;
        unsigned first = place;

        if (entry_parse(text, n, &algorithm, &most) != 0)
            return -EINVAL;
        if ((most == SIZE_MAX) != (text[n] == '\0'))
            return -EINVAL;
        for (; place < SHMBCAST_AUTO_SIZES && sb_size_at(place) <= most;
             place++) {
            if (!sb_algorithm_fits(algorithm, sb_size_at(place), gaps))
                return -EINVAL;
            filled[place] = (unsigned char)algorithm;
        }
        if (place == first)
            return -EINVAL;
        text += n + (text[n] != '\0');
    }
    if (text[0] != '\0')
        return -EINVAL;
    memcpy(table, filled, sizeof(filled));
    return 0;
}

static int print_size(char *text, size_t size, size_t nbytes)
{
    if (nbytes >> 20 > 0)
        return snprintf(text, size, ":%zuMi", nbytes >> 20);
    if (nbytes >> 10 > 0)
        return snprintf(text, size, ":%zuKi", nbytes >> 10);
    return snprintf(text, size, ":%zu", nbytes);
}

int shmbcast_auto_table_text(const struct shmbcast_auto_params *params,
                             bool gaps, char *text, size_t size)
{
    const unsigned char *table = gaps ? params->gaps : params->dense;
    char list[SHMBCAST_AUTO_SIZES * 24] = "";
    size_t used = 0;

    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        bool last = i == SHMBCAST_AUTO_SIZES - 1;

        if (table[i] == SB_NONE || table[i] >= SB_CALIBRATED)
            continue;
        if (!last && table[i + 1] == table[i])
            continue;
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
                                 used > 0 ? "," : "", names[table[i]]);
        if (!last)
            used += (size_t)print_size(list + used, sizeof(list) - used,
                                       sb_size_at(i));
    }
    return snprintf(text, size, "%s", list);
}
