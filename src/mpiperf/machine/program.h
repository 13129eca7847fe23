/* program.h: which build of the program runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRAM_H
#define MPIPERF_PROGRAM_H

#include <jansson.h>
#include <stddef.h>

/* {"build": GNU build id in hex or null, "size": bytes, "time": of its last
 * change, seconds since 1970}; the last two null where they are not known. A
 * new reference. */
json_t *program_describe(void);

/* The build id among so many bytes of notes of an ELF file, as hexadecimal
 * digits, malloced; NULL: there is none. Pure. */
char *program_build(const void *notes, size_t length);

#endif /* MPIPERF_PROGRAM_H */
