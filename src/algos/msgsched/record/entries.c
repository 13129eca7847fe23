/* entries.c: the MPI functions that libmsgsched-record.so intercepts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "call.h"

const struct front_product front_product = {
    .name = "msgsched-record",
    .part = "libmsgsched-record-mpi.so",
    .aside = "nothing is recorded",
    .functions = (const char *const[]){"MPI_Finalize", NULL},
};

#define ENTRIES_PART "msgsched_record_call"
#define ENTRIES_LIST "algos/msgsched/record/entries.def"
#define ENTRIES_KIND(kind, name) KIND_##kind
#include "algos/preload/entries.h"
