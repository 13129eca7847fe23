/* state.h: the state of the recorder, and what is done to it with its lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_STATE_H
#define RECORD_STATE_H

#include <pthread.h>

#include "recorder.h"
#include "requests.h"

/* An interposed function has no argument of ours: state of the process. */
struct record_state {
    pthread_once_t once;
    bool asked;           /* to record */
    pthread_mutex_t lock; /* of the rest */
    struct sets sets;
    struct requests requests, messages;
    struct tally tally;
    int64_t open; /* requests and blocking calls */
};
extern struct record_state record_state;

/* ---- with the lock ------------------------------------------------------ */

/* One that was open is not any more. */
void state_close(void);

/* A message; [c] may be NULL. */
void state_send(const struct comm *c, int dest, int tag, int64_t bytes);
void state_receive(const struct comm *c, int source, int tag);

/* ---- without it --------------------------------------------------------- */

int64_t state_bytes(MPI_Count count, MPI_Datatype type);

#endif /* RECORD_STATE_H */
