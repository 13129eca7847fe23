/* presence.h: finds out whether all ranks of this node have the preload library
 * and can use it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_PRESENCE_H
#define PRELOAD_PRESENCE_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Ranks cannot agree by MPI: if a rank lacks the library, a message to it could
 * match one of the program's receives, and a collective call one of the
 * program's collectives. So the ranks of a node agree in System V shared
 * memory, which needs no file, no descriptor and no room in /dev/shm. The key
 * comes from the launcher's environment.
 *
 * Each rank calls presence_enter() before MPI_Init and presence_decide() after
 * it. By then all ranks have entered, because MPI_Init waits for them. If the
 * MPI library is configured not to wait, presence_decide() waits some seconds.
 * The first rank that decides does so for all, including later ranks.
 */
enum presence {
    PRESENCE_UNKNOWN, /* the launcher does not say who is on the node */
    PRESENCE_FIT,     /* all ranks of the node have it and can use it */
    PRESENCE_UNFIT,   /* all have it, but some cannot use it */
    PRESENCE_MISSING, /* some ranks lack it or cannot attach the page */
};

struct presence_node {
    struct presence_page *page; /* the segment, or NULL */
    key_t key;
    int id;
    int ranks;       /* number of ranks on this node; 0: not known */
    int entered;     /* after presence_decide(): number of ranks that have the
                      * library */
    bool first;      /* after presence_decide(): this rank decided */
    double patience; /* seconds to wait for ranks that have not entered */
};

/* Joins the shared page of library [name]. ranks: number of ranks on the node,
 * 0 if not known. fit: this rank can use the library. */
void presence_enter(struct presence_node *node, const char *name, int ranks,
                    bool fit);

/* Returns the decision, the same on all ranks of the node that have entered. */
enum presence presence_decide(struct presence_node *node);

#endif /* PRELOAD_PRESENCE_H */
