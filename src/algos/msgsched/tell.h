/* tell.h: senders tell receivers what comes, and how it is cut. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TELL_H
#define MSGSCHED_TELL_H

#include "mail.h"

/* A message, as its sender tells its receiver. */
struct ms_told {
    int64_t bytes;
    int tag;
    unsigned last : 1;   /* of its wire message */
    unsigned packed : 1; /* ... which is packed */
};

/* Of each source in the order of the wire. */
struct ms_news {
    struct ms_source *sources; /* in the order of their ranks */
    struct ms_told *told;
    size_t nsources, ntold;
};

/* Collective. tags[i] is the tag of piece i of `out`, in the order of the wire.
 */
int ms_tell(const struct msgsched_plan *plan, const struct ms_side *out,
            const int *tags, struct ms_news *news, struct ms_agree *a);
void ms_news_free(struct ms_news *news);

#endif /* MSGSCHED_TELL_H */
