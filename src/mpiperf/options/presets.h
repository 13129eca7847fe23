/* presets.h: names for sets of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PRESETS_H
#define MPIPERF_PRESETS_H

/* A preset: options and their values. The command line overrides them. */
struct preset {
    const char *name, *help;
    struct {
        const char *option, *value;
    } sets[8];               /* ends with a NULL option */
    const char *operands[8]; /* default operands; ends with NULL */
};
extern const struct preset *const preset_table[]; /* NULL-terminated */

/* Presets that the program treats specially; the second one, of --accept, is
 * not in the table. */
extern const struct preset preset_paper, preset_accept;

#endif /* MPIPERF_PRESETS_H */
