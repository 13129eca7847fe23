/* options.h: which options go together, on one node and on many. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_OPTIONS_H
#define REFNUMA_OPTIONS_H

#include <stdbool.h>
#include "refnuma.h"

/* What is known of this machine; the same on all ranks. */
struct rn_machine {
    bool one_node;       /* all ranks */
    bool uffd;           /* rn_uffd_open() works on all ranks */
    const char *no_uffd; /* why not */
    bool thread_multiple;
    bool remote_windows; /* MPI windows that several threads may use across
                            nodes */
};

/* Settles detect where it is AUTO (TWIN or UFFD may both be used then:
 * *adaptive) and says whether the options can be had. 0 or -EINVAL with *why.
 * Pure. */
int rn_options_settle(const struct refnuma_options *asked,
                      const struct rn_machine *machine,
                      struct refnuma_options *settled, bool *adaptive,
                      const char **why);

#endif /* REFNUMA_OPTIONS_H */
