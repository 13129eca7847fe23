/* learned_key.h: for which ranks, where, something was learned: a line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARNED_KEY_H
#define SHMBCAST_AUTO_LEARNED_KEY_H

#include <stddef.h>
#include <stdio.h>

/* How a key begins; the number is that of the format of what follows it. */
#define SB_KEY_BEGIN "[shmbcast_auto "
#define SB_KEY_VERSION "1"

struct sb_learned_ranks {
    int size, rank;   /* how many there are; this one */
    const char *cpus; /* that each may run on: "0-3|0-3" */
    size_t ring;      /* bytes */
    int group;
};

/* The key of these ranks on this machine, with the processor and the kernel:
 * one line of printable ASCII, shorter than 1 KiB, without its end. Malloced;
 * NULL without memory. */
char *sb_learned_key(const struct sb_learned_ranks *ranks);

/* The vendor and the model of the first processor, "" if they are not known.
 * [cpuinfo] is /proc/cpuinfo, or NULL. */
void sb_processor_read(FILE *cpuinfo, char *name, size_t size);

#endif /* SHMBCAST_AUTO_LEARNED_KEY_H */
