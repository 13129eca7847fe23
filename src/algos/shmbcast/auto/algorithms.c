/* algorithms.c: properties of each algorithm, and tables of them as text. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A table has an algorithm for each of 15 sizes. Its text form lists ranges of
 * sizes: "slot:4Ki,ring:32Ki,pull". A new algorithm needs a name in the enum, a
 * row here and a case in bcast.c; then a calibration tries it. Cost of a
 * look-up: the bit length of a number.
 */
#include "algorithms.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "algos/param.h"
#include "handle.h"

/* Upper bound on the length of a list as text. */
enum { LIST_MAX = SHMBCAST_AUTO_SIZES * 24 };

static const struct row {
    const char *name;
    size_t most;  /* longest message that the algorithm carries */
    size_t least; /* a calibration tries it only above this size */
    bool pulls;   /* the kernel copies; not for data with gaps */
} rows[SB_CALIBRATED] = {
    [SB_SLOT] = {"slot", SB_SHORT_MAX, 0, false},
    [SB_SLOT_ASK] = {"slot-ask", SB_SHORT_MAX, 0, false},
    [SB_SLOT_PAST] = {"slot-past", SB_SHORT_MAX, 256, false},
    [SB_BUFFER] = {"buffer", SHMBCAST_AUTO_SLOT_MAX, 0, false},
    [SB_BUFFER_ASK] = {"buffer-ask", SHMBCAST_AUTO_SLOT_MAX, 0, false},
    [SB_RING] = {"ring", SIZE_MAX, 512, false},
    [SB_RING_PART] = {"ring-part", SIZE_MAX, 512, false},
    [SB_RING_PAST] = {"ring-past", SIZE_MAX, 512, false},
    [SB_QUEUE] = {"queue", SIZE_MAX, 0, false},
    [SB_PULL] = {"pull", SIZE_MAX, 2 << 10, true},
    [SB_PULL_FINE] = {"pull-fine", SIZE_MAX, 0, true},
};

bool sb_algorithm_fits(enum sb_algorithm algorithm, size_t nbytes, bool pulls)
{
    return algorithm > SB_NONE && algorithm < SB_CALIBRATED &&
           nbytes <= rows[algorithm].most && (pulls || !rows[algorithm].pulls);
}

size_t sb_algorithm_least(enum sb_algorithm algorithm)
{
    bool past = algorithm == SB_SLOT_PAST || algorithm == SB_RING_PAST;

    return past && !SB_LINES_PAST ? SIZE_MAX : rows[algorithm].least;
}

static enum sb_algorithm named(const char *name)
{
    for (int i = SB_NONE + 1; i < SB_CALIBRATED; i++)
        if (strcmp(rows[i].name, name) == 0)
            return (enum sb_algorithm)i;
    return SB_NONE;
}

int sb_table_parse(unsigned char table[SHMBCAST_AUTO_SIZES], const char *text,
                   bool gaps)
{
    unsigned char filled[SHMBCAST_AUTO_SIZES] = {SB_NONE};
    bool measured = strcmp(text, "measured") == 0;
    char copy[LIST_MAX], *rest = measured ? NULL : copy, *size;
    unsigned place = 0;

    if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
        return -EINVAL;
    while ((size = strsep(&rest, ",")) != NULL) {
        enum sb_algorithm algorithm = named(strsep(&size, ":"));
        size_t most = SIZE_MAX;
        unsigned first = place;

        /* all entries except the last one have a size */
        if ((size == NULL) != (rest == NULL) ||
            (size != NULL && al_size_parse(size, &most) != 0))
            return -EINVAL;
        for (; place < SHMBCAST_AUTO_SIZES && sb_size_at(place) <= most;
             place++) {
            if (!sb_algorithm_fits(algorithm, sb_size_at(place), !gaps))
                return -EINVAL;
            filled[place] = (unsigned char)algorithm;
        }
        if (place == first)
            return -EINVAL;
    }
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
    char list[LIST_MAX] = "";
    size_t used = 0;

    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        bool last = i == SHMBCAST_AUTO_SIZES - 1;

        if (table[i] == SB_NONE || table[i] >= SB_CALIBRATED)
            continue;
        if (!last && table[i + 1] == table[i])
            continue;
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
                                 used > 0 ? "," : "", rows[table[i]].name);
        if (!last)
            used += (size_t)print_size(list + used, sizeof(list) - used,
                                       sb_size_at(i));
    }
    return snprintf(text, size, "%s", list);
}
