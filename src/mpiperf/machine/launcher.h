/* launcher.h: the program that started the ranks, such as mpiexec. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LAUNCHER_H
#define MPIPERF_LAUNCHER_H

/*
 * Detects ranks that a launcher of another MPI library started: they are
 * separate programs of one rank each, which run at the same time without
 * knowing each other. Returns NULL if all is well, else an error message,
 * malloced. `world` is the number of ranks that MPI reports, `library` its
 * version string. The number of ranks that the launcher started is taken from
 * environment variables.
 */
char *launcher_refuse(int world, const char *library);

/*
 * Returns the command line that started this run, as one line of shell,
 * malloced: that of the launcher among this process's ancestors, or, if there
 * is none, "mpiexec -n RANKS" with argv. Options that name mpiperf's output
 * files are left out, since another run would overwrite these. NULL: the line
 * is too long to be shown, or contains the argument --.
 */
char *launcher_command(int ranks, int argc, char *const *argv);

/* Returns the rank that the launcher gave this process, as its environment
 * says; -1: not known. It can be asked before MPI_Init. */
int launcher_rank(void);

/* Returns the process id of that launcher; 0 if there is none. */
long launcher_pid(void);

#endif /* MPIPERF_LAUNCHER_H */
