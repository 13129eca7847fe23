/* probe.h: two ranks find out what pays between them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PROBE_H
#define MSGSCHED_PROBE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* What one measurement may take, about. */
#define MS_PROBE_SECONDS 20e-3

/* 0: not measured, for lack of time. */
struct ms_probe {
    bool first;    /* this rank has the figures; its partner only took part */
    int64_t tcopy; /* bytes from which on messages better go by themselves */
    double wire;   /* bytes a second of one large one */
    double copy;   /* bytes a second of messages packed */
};

/* Both ranks call it at once. Takes about so many seconds: no trial begins
 * after them, and sizes for which there is no time left go by themselves.
 * MPI_SUCCESS or an error. */
int ms_probe(MPI_Comm comm, int peer, double seconds, struct ms_probe *p);

#endif /* MSGSCHED_PROBE_H */
