/* library_mpich.h: what MPICH's descriptions of its variables say. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_LIBRARY_MPICH_H
#define ADAPTERS_LIBRARY_MPICH_H

/* Returns the name of a value of a variable, by the variable's description,
 * malloced; NULL: it has no such value, or cannot be read. */
char *mpich_name(const char *text, int id);

/* Returns the value of that name; -1: there is none. */
int mpich_id(const char *text, const char *name);

#endif /* ADAPTERS_LIBRARY_MPICH_H */
