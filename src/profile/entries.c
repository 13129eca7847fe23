/* entries.c: the MPI functions that libmpiperf-profile.so intercepts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/functions.h"

const struct front_product front_product = {
    .name = "mpiperf-profile",
    .part = "libmpiperf-profile-mpi.so",
    .aside = "nothing is profiled",
    .functions = (const char *const[]){"MPI_Finalize", NULL},
};

#define ENTRIES_PART "profile_call"
#define ENTRIES_LIST "profile/calls.def"
#define ENTRIES_KIND(kind, name) CALL_##name
#include "algos/preload/entries.h"
