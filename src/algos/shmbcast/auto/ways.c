/* ways.c: names of ways and of kinds of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ways.h"

const char *const sb_way_names[SB_WAYS] = {
    [SB_WAY_SLOT] = "slot",     [SB_WAY_ASK] = "slot-ask",
    [SB_WAY_RING] = "ring",     [SB_WAY_PART] = "ring-part",
    [SB_WAY_PULL] = "pull",     [SB_WAY_FINE] = "pull-fine",
    [SB_WAY_DIRECT] = "direct", [SB_WAY_PAST] = "direct-past",
};

const char *const sb_kind_names[SB_KINDS] = {
    [SB_PLAIN] = "plain",
    [SB_SHARED] = "shared",
    [SB_PACKED] = "packed",
};
