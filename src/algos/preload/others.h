/* others.h: who else defines the functions that a preload library replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_OTHERS_H
#define PRELOAD_OTHERS_H

#include <stdbool.h>

/* True if the address is in this library. */
bool others_own(const void *address);

/* Returns the first of the functions that the program itself defines, or NULL.
 * The names end with NULL. */
const char *others_in_program(const char *const *names);

/* Returns the file that defines one of the functions and is in front of this
 * library, or NULL. */
const char *others_in_front(const char *const *names);

#endif /* PRELOAD_OTHERS_H */
