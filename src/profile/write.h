/* write.h: writes the file of a profile. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_WRITE_H
#define PROFILE_WRITE_H

#include "profile/merge.h"

/* Writes the records of the profile to the file $MPIPERF_PROFILE, or to
 * PROGRAM.profile.jsonl; reports failures on stderr. */
void profile_write(const struct profile *p);

#endif /* PROFILE_WRITE_H */
