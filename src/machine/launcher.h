/* launcher.h: finds out which program started the ranks, such as mpiexec. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_LAUNCHER_H
#define MACHINE_LAUNCHER_H

/*
 * Detects ranks that the launcher of another MPI library started. These are
 * separate programs of one rank each, which run at the same time without
 * knowing of each other. Returns NULL if all is well, else a malloced error
 * message. `world` is the number of ranks that MPI reports, `library` its
 * version string. The number of started ranks is in environment variables.
 */
char *launcher_refuse(int world, const char *library);

/*
 * Returns the command line that started this run as one line for a shell,
 * malloced: that of the launcher among this process's ancestors; or, if there
 * is none, "mpiexec -n RANKS" and argv. Options that name mpiperf's output
 * files are left out, because another run would overwrite these files. Returns
 * NULL if the line is too long to show or contains the argument --.
 */
char *launcher_command(int ranks, int argc, char *const *argv);

/* Returns the rank that the launcher gave this process in the environment; -1
 * if unknown. Works before MPI_Init. */
int launcher_rank(void);

/* Returns the process id of the launcher; 0 if there is none. */
long launcher_pid(void);

#endif /* MACHINE_LAUNCHER_H */
