/* learned.c: fuzz target: a text of what was learned that is read is written,
 * and read again, the same; one that is refused has its line, and changes
 * nothing. With libFuzzer, as tests/fuzz.bats builds it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "algos/shmbcast/auto/sections.h"

/* Of the seeds. */
#define KEY "[shmbcast_auto 1, seed]"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
    if (!holds)
        abort();
}

/* Was it read? */
static int get(const char *text, struct sb_learned *l)
{
    const char *why = NULL;
    char *end;
    int rc;

    memset(l, 0, sizeof(*l));
    rc = sb_sections_get(text, KEY, l, &why);
    demand((rc == 0) == (why == NULL));
    if (rc != 0) {
        static const struct sb_learned none;

        demand(strncmp(why, "line ", strlen("line ")) == 0);
        demand(strtol(why + strlen("line "), &end, 10) > 0);
        demand(strncmp(end, ": ", 2) == 0 && end[2] != '\0');
        demand(memcmp(l, &none, sizeof(none)) == 0);
    }
    return rc == 0;
}

static char *put(const char *text, const struct sb_learned *l)
{
    const char *why;
    size_t length;
    char *to;

    demand(sb_sections_put(text, KEY, l, &to, &length, &why) == 0);
    demand(strlen(to) == length && length <= SB_FILE_MAX);
    return to;
}

/* What others rely on. */
static void check(const struct sb_learned *l)
{
    struct sb_row *const *rows = &l->rows[0][0][0];

    for (size_t i = 0; i < sizeof(l->rows) / sizeof(*rows); i++) {
        const struct sb_row *row = rows[i];

        if (row == NULL)
            continue;
        demand(row->turn < SB_WAYS && (row->mask & SB_BIT(row->turn)) != 0);
        demand(row->best < SB_WAYS && (row->mask & SB_BIT(row->best)) != 0);
        demand(row->mask < SB_BIT(SB_WAYS) && row->calls > 0);
        for (int w = 0; w < SB_WAYS; w++) {
            demand(row->arms[w].n <= SB_TIMES && row->arms[w].at < SB_TIMES);
            demand(row->arms[w].seen <= row->calls);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size), *again, *once_more;
    struct sb_learned l, same;

    demand(text != NULL);
    if (get(text, &l)) {
        check(&l);
        again = put(text, &l);
        demand(get(again, &same));
        once_more = put(again, &same);
        demand(strcmp(again, once_more) == 0);
        sb_learned_free(&same);
        free(again);
        free(once_more);
    }
    sb_learned_free(&l);
    free(text);
    return 0;
}
