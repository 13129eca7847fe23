/* settings.c: the environment variables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "algos/param.h"

static const size_t MEMORY = (size_t)64 << 20;

/* 0 where it is not set, empty or 0; else what number it is, 1 if none. */
static int level(const char *name)
{
    const char *text = getenv(name);

    if (text == NULL || text[0] == 0 || strcmp(text, "0") == 0)
        return 0;
    return strcmp(text, "2") == 0 ? 2 : 1;
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
        s.memory_ok = al_size_parse(memory, &s.memory) == 0;
    return s;
}
