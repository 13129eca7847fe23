/* status.h: how the program ends, the same on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STATUS_H
#define MPIPERF_STATUS_H

/* Exit statuses: all is well, an error, a wrong command line, wrong results. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_WRONG = 3 };

/* The largest of all ranks' values: any rank's failure is everybody's.
 * Collective over MPI_COMM_WORLD, and so is the other. */
int status_agree(int value);

/* Prints the cause of the lowest rank that has one, once, and frees all. */
void cause_print(char *cause);

#endif /* MPIPERF_STATUS_H */
