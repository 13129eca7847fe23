/* program_path.h: finds programs in the folder of this program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_PROGRAM_PATH_H
#define TOOLS_PROGRAM_PATH_H

#include <limits.h>

/* Sets `own` to the folder of this program; an empty text if unknown. */
void own_folder(char own[PATH_MAX]);

/* Returns the path of a program in that folder, which may be a build folder or
 * a moved installation; if it is not there, its bare name, to be found in PATH.
 * Malloced. */
char *program_path(const char *program);

#endif /* TOOLS_PROGRAM_PATH_H */
