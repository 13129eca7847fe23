/* calls.h: broadcasts by several ways, one after another, each call timed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CALLS_H
#define CALLS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

struct shmbcast_auto;

/* A way to broadcast on a communicator of its own, from rank 0 on. */
struct way {
    char name[32];
    struct shmbcast_auto *h; /* NULL: MPI_Bcast */
    MPI_Comm comm;
    double made; /* seconds that making it took on the slowest rank */
};

/*
 * [text]: "native", MPI_Bcast, or NAME:PARAMETER=VALUE,..., shmbcast-auto with
 * these parameters. Collective. What cannot be made ends the program, with the
 * reason.
 */
void way_open(struct way *w, const char *text);
void way_close(struct way *w);

/* The message of all calls: [n] bytes, mapped and touched; free() it. */
char *message_new(size_t n);

/*
 * A call that all ranks begin at the same time, by the clock that the processes
 * of a machine share: seconds from then until this rank has returned. The
 * number of the call travels in the first and last bytes of the message, and
 * ends the program where it does not arrive.
 */
double call_timed(const struct way *w, char *buf, size_t n);

/* [calls] of the same message back to back, with nothing in between: seconds on
 * the slowest rank. */
double calls_in_a_loop(const struct way *w, char *buf, size_t n, int calls);

/* Each of the [n] values becomes the largest of any rank's. */
void largest(double *values, size_t n);

/* 0 to n - 1 in random order, on all ranks the same; a state by a number as
 * text. */
void shuffled(int *order, int n, uint64_t *state);
uint64_t random_state(const char *text);

/* Print as JSON: the ways' names; seconds, as picoseconds. */
void print_names(char *const *ways, int n);
void print_time(double seconds);
void print_times(const double *seconds, int n);

/* The end of the program on all ranks: why. */
_Noreturn void quit(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif /* CALLS_H */
