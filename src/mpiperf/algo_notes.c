/* algo_notes.c: what algorithms have to say of themselves. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/algo_notes.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

void algo_notes_open(struct report *report, const struct session *b)
{
    for (size_t i = 0; i < b->choice->nvariants; i++) {
        const struct algo *algo = b->choice->variants[i].algo;

        if (algo->report != NULL && b->states[i] != NULL)
            algo_notes_print(report, algo->report(b->states[i]));
    }
}

/* Takes over [text]. */
static char *join(char *all, char *text)
{
    char *both;

    if (all == NULL)
        return text;
    both = xasprintf("%s%s", all, text);
    free(all);
    free(text);
    return both;
}

char *algo_notes_conclude(const struct session *b)
{
    char *all = NULL;

    for (size_t i = 0; i < b->choice->nvariants; i++) {
        const struct algo *algo = b->choice->variants[i].algo;
        char *text = algo->conclude != NULL && b->states[i] != NULL
                         ? algo->conclude(b->states[i])
                         : NULL;

        if (text != NULL && b->h->rank == 0)
            all = join(all, text);
        else
            free(text);
    }
    return all;
}

void algo_notes_print(struct report *report, char *text)
{
    char *cause = NULL;

    if (text != NULL)
        report_note(report, text, &cause);
    free(cause); /* rows, or closing the report, will meet the same error */
    free(text);
}
