/* number.c: parse numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "number.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int sb_size_parse(const char *text, size_t *value)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi"};
    unsigned long long n;
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return -EINVAL;
    errno = 0;
    n = strtoull(text, &end, 10);
    if (errno != 0)
        return -EINVAL;
    for (unsigned i = 0; i < 4; i++)
        /* less than: the largest have meanings of their own */
        if (strcmp(end, suffixes[i]) == 0 && n < ((SIZE_MAX - 1) >> (10 * i))) {
            *value = (size_t)n << (10 * i);
            return 0;
        }
    return -EINVAL;
}

int sb_int_parse(const char *text, int *value)
{
    size_t n;

    if (sb_size_parse(text, &n) != 0 || n > INT_MAX)
        return -EINVAL;
    *value = (int)n;
    return 0;
}
