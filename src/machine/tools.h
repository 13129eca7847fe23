/* tools.h: control variables of the MPI library (MPI_T). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_TOOLS_H
#define MACHINE_TOOLS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include "config.h"

#if HAVE_MPI_TOOLS
/* Opens MPI_T, between MPI_Init and MPI_Finalize. Returns false if it cannot be
 * opened. Variables of components that are not in use exist only while MPI_T is
 * open. Opening it takes long, unless it is open already. */
bool tools_open(void);
void tools_close(void);

/* A control variable. The caller frees `help`. */
struct cvar {
    char name[256];
    int index;
    bool writable;
    MPI_T_enum names; /* or MPI_T_ENUM_NULL */
    char *help;
};

/* Return false if there is no such variable, or if its type is not int. */
bool cvar_find(struct cvar *c, const char *name);
bool cvar_at(struct cvar *c, int index);

/* Both return an MPI error code. */
int cvar_read(int index, int *value);
int cvar_write(int index, int value);

/* Prints a line for each control variable: its name and what it does. Call this
 * between MPI_Init and MPI_Finalize. */
void cvars_print(FILE *f);
#else
static inline void cvars_print(FILE *f)
{
    (void)f;
}
#endif

#endif /* MACHINE_TOOLS_H */
