/* choose.h: the way of a message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_CHOOSE_H
#define SHMBCAST_AUTO_CHOOSE_H

#include "handle.h"

/* What thresholds are where nothing is learned, the same in every run. */
void sb_fixed_thresholds(struct shmbcast_auto_params *p);

/* 0: it is in the line of the word if thresholds let it. */
static inline unsigned sb_message_class(size_t nbytes)
{
    return nbytes > SB_LINE_BYTES ? sb_class(nbytes) : 0;
}

struct sb_choice {
    enum sb_way way;
    struct sb_address address; /* of the root's buffer */
    struct sb_row *row;        /* NULL: the call is not looked at, */
    uint64_t begin;            /* else when it began */
};

/* The root's, for a call that begins: by the bytes, by where its buffer is and
 * by what was learned. Sets the call's flags. */
struct sb_choice sb_choose(struct shmbcast_auto *h, const struct sb_stream *st,
                           size_t nbytes);

/*
 * Is it chosen already that this message goes in a slot, as those before it?
 * Its flags and way are set then, and no more is to be done before it is sent.
 * Readers that poll the slot's word before it is written take its line to their
 * caches, and the root has to take it back: what is short here saves that.
 */
static inline bool sb_chosen_slot(struct shmbcast_auto *h,
                                  const struct sb_stream *st,
                                  struct sb_quick *q)
{
    if (q->left == 0 || q->next || !sb_way_is_slot((enum sb_way)q->way) ||
        !st->dense || h->regions != NULL)
        return false;
    q->left--;
    h->way = (enum sb_way)q->way;
    h->flags = q->flags;
    return true;
}

/* As a call of the root ends that sent [nbytes]: the same for the next call
 * with a message like it, so that its start is not later for it. */
void sb_choose_ahead(struct shmbcast_auto *h, const struct sb_stream *st,
                     size_t nbytes);

/* Counts in rows what calls have done without them, before rows are shown or
 * replaced. */
void sb_rows_settle(struct shmbcast_auto *h);

/* Has [root] asked for the lines of messages as long as this to be prefetched?
 * By a reader that has room for [nbytes], more than SB_LINE_BYTES. */
bool sb_asked(const struct shmbcast_auto *h, int root, size_t nbytes);

/* What [root] asks of the next, by the flags of this call. */
void sb_asks_set(struct shmbcast_auto *h, int root, size_t nbytes);

#endif /* SHMBCAST_AUTO_CHOOSE_H */
