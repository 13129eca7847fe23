/* counted.h: what the part counts of calls that the front does not hand over.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COUNTED_H
#define RECORD_COUNTED_H

#include <stdint.h>

/* Calls that are no messages. */
enum other_call {
    CALL_COLLECTIVE,
    CALL_ONE_SIDED,
    CALL_PARTITIONED,
    CALL_CANCELLED, /* sends that were cancelled */
    CALL_FREED,     /* receives freed before it was known what they receive */
    NCALLS
};

/* Functions of the part. Words are handles, or in Fortran (_f) the addresses of
 * handles; those that are called `none` are not used. */
typedef void record_part_fn(uintptr_t, uintptr_t);

record_part_fn msgsched_record_counted;   /* call, none */
record_part_fn msgsched_record_everybody; /* communicator, none: a collective */
record_part_fn msgsched_record_everybody_f; /* call that all ranks wait in */
record_part_fn msgsched_record_made_f;      /* communicator, one made of it */

#endif /* RECORD_COUNTED_H */
