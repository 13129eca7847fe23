/* param.c: parse parameters. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "param.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shmbcast_auto.h"

int sb_size_parse(const char *text, size_t *value)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi"};
    unsigned long long n;
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return -EINVAL;
    errno = 0;
    n = strtoull(text, &end, 10);
    for (unsigned i = 0; errno == 0 && i < 4; i++)
        if (strcmp(end, suffixes[i]) == 0 && n <= SIZE_MAX >> (10 * i)) {
            *value = (size_t)n << (10 * i);
            return 0;
        }
    return -EINVAL;
}

static const struct {
    unsigned word;
    const char *name;
    size_t value;
} words[] = {
    {SB_NEVER, "never", SHMBCAST_AUTO_NEVER},
    {SB_DISTANCE, "distance", SHMBCAST_AUTO_BY_DISTANCE},
    {SB_MODEL, "model", SHMBCAST_F_MODEL},
};

/* A word; or a number that stands for none: those are the two largest. */
static int value_parse(const struct sb_param *p, const char *text,
                       size_t *value)
{
    size_t most = p->type == SB_INT ? INT_MAX : SHMBCAST_AUTO_BY_DISTANCE - 1;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if ((p->words & words[i].word) != 0 &&
            strcmp(text, words[i].name) == 0) {
            *value = words[i].value;
            return 0;
        }
    return sb_size_parse(text, value) == 0 && *value <= most ? 0 : -EINVAL;
}

static int set(const struct sb_param *p, void *params, const char *text)
{
    void *at = (char *)params + p->offset;
    size_t v;

    if (p->type == SB_OTHER)
        return p->set(params, text);
    if (p->type == SB_FLAG) {
        if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
            return -EINVAL;
        *(bool *)at = text[0] == '1';
        return 0;
    }
    if (value_parse(p, text, &v) != 0)
        return -EINVAL;
    if (p->type == SB_INT)
        *(int *)at = (int)v;
    else
        *(size_t *)at = v;
    return 0;
}

int sb_param_parse(const struct sb_param *rows, void *params, const char *name,
                   const char *value, const char **why)
{
    for (; rows->name != NULL; rows++) {
        if (strcmp(name, rows->name) != 0)
            continue;
        return set(rows, params, value) == 0
                   ? 0
                   : sb_refuse(-EINVAL, why, rows->why);
    }
    return sb_refuse(-ENOENT, why, rows->why);
}
