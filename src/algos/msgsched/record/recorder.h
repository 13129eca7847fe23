/* recorder.h: what this process has sent and received, so far. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include <mpi.h>
#include <stdbool.h>

#include "counted.h"
#include "sets.h"

/* Messages that were sent and that no set has. */
enum missed {
    MISSED_INTER,  /* by an intercommunicator, or to another MPI_COMM_WORLD */
    MISSED_MEMORY, /* there was no memory for it */
    NMISSED
};
struct tally {
    int64_t sent, sent_bytes; /* all messages */
    int64_t missed[NMISSED], missed_bytes[NMISSED];
    int64_t calls[NCALLS];
};

/* ---- for the functions in front of MPI's; any thread -------------------- */

/* Is there anything to record? The first call reads the environment. */
bool record_on(void);

/* A blocking call is open from here to there. */
void record_enter(void);
void record_leave(void);

/* A message goes to [dest]; one has come, as [status] says. */
void record_sent(MPI_Comm comm, int dest, int tag, MPI_Count count,
                 MPI_Datatype type);
void record_received(MPI_Comm comm, const MPI_Status *status);

/* What a request is for: RECORD_SEND and RECORD_RECEIVE, or both. A send says
 * what it sends; for a receive only [comm] counts. */
enum { RECORD_SEND = 1, RECORD_RECEIVE = 2, RECORD_PERSISTENT = 4 };
struct record_what {
    int what;
    MPI_Comm comm;
    int dest, tag;
    MPI_Count count;
    MPI_Datatype type;
};

/* There is a new request. One that is not persistent is open. */
void record_request(MPI_Request request, const struct record_what *what);
void record_start(MPI_Request request);
/* It is complete. Requests that are not ours are ignored. */
void record_complete(MPI_Request request, const MPI_Status *status);
void record_request_free(MPI_Request request);

/* A message was probed and is to be received; then it is, by a request or not.
 */
void record_probed(MPI_Message message, MPI_Comm comm);
void record_probed_received(MPI_Message message, const MPI_Status *status);
void record_probed_request(MPI_Message message, MPI_Request request);

void record_call(enum other_call call);
/* A collective call of [comm] that all of its ranks wait in. */
void record_everybody(MPI_Comm comm);

/* ---- for the end -------------------------------------------------------- */

/* Ends the set at hand, and gives what there is away. No other thread. */
void record_take(struct sets *sets, struct tally *tally, int64_t *open);

#endif /* RECORD_RECORDER_H */
