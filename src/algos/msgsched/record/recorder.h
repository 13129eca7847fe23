/* recorder.h: what this process has sent and received, so far. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include <mpi.h>
#include <stdbool.h>

#include "sets.h"

/* Calls that are no messages. */
enum other_call {
    CALL_COLLECTIVE,
    CALL_ONE_SIDED,
    CALL_PARTITIONED,
    CALL_CANCELLED, /* sends that were cancelled */
    CALL_FREED,     /* receives freed before it was known what they receive */
    NCALLS
};

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

/* Is there anything to record? The first call reads the environment. Where
 * there is not, the functions below are not called. Those with `rc` return it:
 * what MPI's function returned. */
bool record_on(void);

/* A blocking call is open from here to there. */
void record_enter(void);
int record_leave(int rc);

/* A message goes to [dest]; if rc says so one has come, as [status] says, and
 * the blocking call is over. */
void record_sent(MPI_Comm comm, int dest, int tag, MPI_Count count,
                 MPI_Datatype type);
int record_received(int rc, MPI_Comm comm, const MPI_Status *status);

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
void record_request(const MPI_Request *request, const struct record_what *what);
void record_start(MPI_Request request);

/*
 * Before a call that may complete requests: the handles of those it completes
 * may be other requests' when it returns. held[i] becomes the number of request
 * i, 0 if it is not ours. After the call each that is complete is said to be,
 * which clears its number, and the others are let go.
 */
void record_hold(int n, const MPI_Request requests[], uint32_t held[]);
void record_complete(uint32_t *held, const MPI_Status *status);
void record_let_go(int n, const uint32_t held[]);

/* The same for a call that frees a request. */
uint32_t record_hold_free(MPI_Request request);
void record_request_free(uint32_t held, bool freed);

/* A message was probed and is to be received. Before the call that does it is
 * held, and after it received, by a request or not; NULL: it was not. */
int record_probed(int rc, bool found, const MPI_Message *message,
                  MPI_Comm comm);
uint32_t record_probed_hold(MPI_Message message);
void record_probed_received(uint32_t held, const MPI_Status *status);
void record_probed_request(uint32_t held, const MPI_Request *request);

void record_call(enum other_call call);
/* A collective call of [comm] that all of its ranks wait in. */
void record_everybody(MPI_Comm comm);

/* ---- for the end -------------------------------------------------------- */

/* Ends the set at hand, and gives what there is away. No other thread. */
void record_take(struct sets *sets, struct tally *tally, int64_t *open);

#endif /* RECORD_RECORDER_H */
