/* context.h: what the arrays of a context share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CONTEXT_H
#define REFNUMA_CONTEXT_H

#include "detect.h"
#include "extents.h"
#include "options.h"
#include "refnuma.h"
#include "transport.h"
#include "uffd.h"

struct refnuma {
    MPI_Comm comm; /* a duplicate that returns errors */
    int rank, ranks;
    struct refnuma_options options; /* settled */
    bool adaptive;         /* each array chooses how writes are found */
    struct rn_costs costs; /* then, as measured */
    bool one_node;
    bool has_uffd;
    struct rn_uffd uffd;
    struct rn_transport *transport;
    size_t page;
    uint64_t undefined;            /* word of pages that were not delivered */
    struct refnuma_array **arrays; /* by number; NULL: free */
    size_t narrays, room;
    void *message; /* that is being written */
    size_t message_room;
    int printed;    /* lines that check mode printed in a barrier */
    int delivering; /* arrays that have pages delivered when they are touched
                       first */
    bool begun;     /* between the halves of a barrier */
    uint32_t bits;  /* given to the meeting; behind it, those of all ranks */
    double started, compared; /* when the barrier began, and met */
    /* This rank's first failure in a barrier. It stays: mirrors may differ. */
    int code;
    char why[252];
    /* Pages that this barrier is to unsubscribe. */
    struct refnuma_array *drop;
    struct rn_extents drop_pages;
    struct refnuma_info
        count; /* barriers and their times; all of arrays freed */
};

/* Notes a failure of this rank in a barrier; success is none. */
void rn_note(struct refnuma *c, int code, const char *why);
/* ... by a negative errno. */
void rn_note_error(struct refnuma *c, int error);

/* `bytes` for a message, or NULL, which is noted. */
void *rn_message_buffer(struct refnuma *c, size_t bytes);

/* Asks the machine; opens c->uffd where the options may use it. Collective: the
 * same on all ranks. MPI error codes. */
int rn_machine_ask(struct refnuma *c, const struct refnuma_options *asked,
                   struct rn_machine *machine);

#endif /* REFNUMA_CONTEXT_H */
