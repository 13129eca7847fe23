/* others.h: other definitions of the functions that this library replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_OTHERS_H
#define PRELOAD_OTHERS_H

#include <stdbool.h>

/* True if the address is in this preload library. */
bool others_own(const void *address);

/* Returns the first of these functions that the program itself defines, or
 * NULL. NULL ends the list of names. */
const char *others_in_program(const char *const *names);

/* Returns the first file before this library in the search order that defines
 * one of the functions, or NULL. */
const char *others_in_front(const char *const *names);

#endif /* PRELOAD_OTHERS_H */
