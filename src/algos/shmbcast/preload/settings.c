/* settings.c: the environment variables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const size_t MEMORY = (size_t)64 << 20;

/* 0 where it is not set, empty or 0; else what number it is, 1 if none. */
static int level(const char *name)
{
    const char *text = getenv(name);

    if (text == NULL || text[0] == 0 || strcmp(text, "0") == 0)
        return 0;
    return strcmp(text, "2") == 0 ? 2 : 1;
}

bool settings_bytes(const char *text, size_t *value)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi"};
    unsigned long long n;
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    n = strtoull(text, &end, 10);
    for (unsigned i = 0; errno == 0 && i < 4; i++)
        if (strcmp(end, suffixes[i]) == 0 && n <= SIZE_MAX >> (10 * i)) {
            *value = (size_t)n << (10 * i);
            return true;
        }
    return false;
}

struct settings settings_read(void)
{
    const char *memory = getenv("SHMBCAST_MEMORY");
    struct settings s = {
        .off = level("SHMBCAST_OFF") != 0,
        .verbose = level("SHMBCAST_VERBOSE"),
        .memory = MEMORY,
        .memory_ok = true,
    };

    if (memory != NULL && memory[0] != 0)
        s.memory_ok = settings_bytes(memory, &s.memory);
    return s;
}
