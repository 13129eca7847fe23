/* call.h: a call that libmsgsched-record.so passes to its MPI part. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_CALL_H
#define RECORD_CALL_H

#include "algos/preload/call.h"

/* Kinds of calls: name, function in calls.c, and variant (`how`). */
#define RECORD_KINDS(KIND)                                                     \
    KIND(SEND, blocking, RECORD_SEND)                                          \
    KIND(RECV, blocking, RECORD_RECEIVE)                                       \
    KIND(SENDRECV, blocking, RECORD_SEND | RECORD_RECEIVE)                     \
    KIND(ISEND, request, RECORD_SEND)                                          \
    KIND(IRECV, request, RECORD_RECEIVE)                                       \
    KIND(ISENDRECV, request, RECORD_SEND | RECORD_RECEIVE)                     \
    KIND(SEND_INIT, request, RECORD_SEND | RECORD_PERSISTENT)                  \
    KIND(RECV_INIT, request, RECORD_RECEIVE | RECORD_PERSISTENT)               \
    KIND(PROBE, probe, 0)                                                      \
    KIND(IPROBE, probe, FLAG)                                                  \
    KIND(MRECV, mrecv, 0)                                                      \
    KIND(IMRECV, imrecv, 0)                                                    \
    KIND(START, start, ONE)                                                    \
    KIND(STARTALL, start, 0)                                                   \
    KIND(FREE, request_free, 0)                                                \
    KIND(WAIT, complete, ONE)                                                  \
    KIND(TEST, complete, ONE | FLAG)                                           \
    KIND(WAITALL, complete, 0)                                                 \
    KIND(TESTALL, complete, FLAG)                                              \
    KIND(WAITANY, complete_by_index, INDEX)                                    \
    KIND(TESTANY, complete_by_index, INDEX | FLAG)                             \
    KIND(WAITSOME, complete_by_index, LIST)                                    \
    KIND(TESTSOME, complete_by_index, LIST)                                    \
    KIND(FINALIZE, finalize, 0)                                                \
    KIND(MAKES, makes_comm, 0)                                                 \
    KIND(EVERYBODY, counted, CALLS_COLLECTIVE)                                 \
    KIND(COLLECTIVE, counted, CALLS_COLLECTIVE)                                \
    KIND(ONE_SIDED, counted, CALLS_ONE_SIDED)                                  \
    KIND(PARTITIONED, counted, CALLS_PARTITIONED)

enum record_kind {
#define KIND(name, function, how) KIND_##name,
    RECORD_KINDS(KIND)
#undef KIND
};

/* The MPI part's function: records the call and makes it. */
preload_call_fn msgsched_record_call;

#endif /* RECORD_CALL_H */
