/* wrap_end.c: MPI_Finalize, and what the front tells. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "part.h"

#include "comms.h"
#include "finish.h"

int MPI_Finalize(void)
{
    record_finish();
    return PMPI_Finalize();
}

void msgsched_record_counted(uintptr_t call, uintptr_t none)
{
    (void)none;
    if (record_on())
        record_call((enum other_call)call);
}

void msgsched_record_everybody(uintptr_t comm, uintptr_t none)
{
    (void)none;
    if (record_on())
        record_everybody((MPI_Comm)comm);
}

static MPI_Comm comm_f(uintptr_t address)
{
    return PMPI_Comm_f2c(*(const MPI_Fint *)address);
}

void msgsched_record_everybody_f(uintptr_t comm, uintptr_t none)
{
    (void)none;
    if (record_on())
        record_everybody(comm_f(comm));
}

void msgsched_record_made_f(uintptr_t comm, uintptr_t made)
{
    if (record_on())
        comms_made(comm_f(comm), comm_f(made));
}
