/* match.h: each message its receive. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MATCH_H
#define MSGSCHED_MATCH_H

#include "agree.h"
#include "tell.h"

/*
 * Message k of a source with a tag goes into receive k from there with that
 * tag, of the n in the caller's list. receive[i] becomes the number of the one
 * that message i of the news goes into. Notes the first that is left alone, or
 * that is too short.
 */
void ms_match(const struct ms_news *news, int n,
              const struct msgsched_message *recvs, int *receive,
              struct ms_agree *a);

#endif /* MSGSCHED_MATCH_H */
