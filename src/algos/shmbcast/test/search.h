/* search.h: all interleavings of the steps of a machine with several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_SEARCH_H
#define SHMBCAST_SEARCH_H

#include <stddef.h>

/*
 * States are [bytes] long and compared as they are: no padding. [step] lets a
 * rank take one step, 0 if it has to wait or is done; [end] checks a state in
 * which nobody can move. Both set [*wrong] if something is, to a constant. From
 * every state such an end has to be in reach.
 */
struct search_machine {
    const void *config; /* what both get */
    int ranks;
    size_t bytes;
    size_t room; /* for so many states */
    int (*step)(const void *config, void *state, int rank, const char **wrong);
    void (*end)(const void *config, const void *state, const char **wrong);
};

struct search_result {
    const char *wrong; /* NULL: nothing can go wrong */
    unsigned long states;
};

struct search_result search(const struct search_machine *m, const void *start);

#endif /* SHMBCAST_SEARCH_H */
