/* launcher.h: who started the ranks, and did it start more than MPI sees? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LAUNCHER_H
#define MPIPERF_LAUNCHER_H

/*
 * A launcher of another MPI library starts so many programs of one rank each,
 * which measure at the same time and know nothing of each other. NULL, or what
 * is wrong, malloced: `world` is the number of ranks that MPI sees, `library`
 * what it says it is. Reads the environment, where every launcher leaves the
 * number of ranks.
 */
char *launcher_refuse(int world, const char *library);

/*
 * The command line that started this run, malloced, in one line as a shell
 * takes it: that of the launcher among this process's ancestors; where there is
 * none, mpiexec's for so many ranks of argv. Without mpiperf's outputs, which
 * other runs would replace. NULL: it is too long to be shown, or has a --,
 * which would end it where it is an operand.
 */
char *launcher_command(int ranks, int argc, char *const *argv);

/* The process of that launcher; 0: there is none. */
long launcher_pid(void);

#endif /* MPIPERF_LAUNCHER_H */
