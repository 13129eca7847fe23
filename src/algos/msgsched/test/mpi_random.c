/* mpi_random.c: random traffic with all schedules. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "msgsched_mpi.h"

/* Schedules of each engine, and some that delay messages. There, in rounds of
 * synchronous sends, one without a posted receive blocks all later sends of its
 * plan. */
const char *const test_schedules[] = {
    "schedule=direct",
    "schedule=persistent",
    "schedule=datatype",
    "schedule=neighbor",
    "schedule=window inflight=1",
    "schedule=throttle throttle=1 senders=1",
    "schedule=fixed fixed=1000 tcopy=700",
    "schedule=reorder inflight=2",
    "schedule=merge alpha=1.5 tcopy=3000",
    "schedule=merge inflight=2 tcopy=200",
    "schedule=both tcopy=2000 wmax=5000",
    "schedule=both inflight=1 wmin=100 tcopy=never",
    "schedule=both scope=node node=0011122 wmin=1500 tcopy=2000",
    "schedule=auto",
    NULL,
};

/* Tests traffic with all schedules. Planning with `auto` takes dozens of
 * collectives, which are slow when ranks outnumber cores; so it is tested for
 * one in ten seeds. */
static void all_schedules(const struct traffic_kind *kind)
{
    for (int i = 0; test_schedules[i] != NULL; i++)
        if (kind->seed % 10 == 0 ||
            strcmp(test_schedules[i], "schedule=auto") != 0)
            test_traffic(kind, test_schedules[i]);
}

/* Kinds of traffic, with the case that tests each: `seeds` seeds from kind.seed
 * on. Each seed has `more` messages more than the one before. */
static const struct {
    const char *name;
    unsigned seeds;
    int more;
    struct traffic_kind kind;
} rows[] = {
    {"random", 20, 9, {.seed = 0, .messages = 10, .most = 4096}},
    {"types", 10, 0, {.seed = 100, .messages = 150, .most = 4096, .types = 1}},
    {"sizes", 2, 1, {.seed = 200, .messages = 0}},
    {"sizes", 1, 0, {.seed = 202, .messages = 200}},
    {"sizes", 1, 0, {.seed = 203, .messages = 12, .most = 3 << 20}},
    {"sizes", 1, 0, {.seed = 204, .messages = 12, .most = 3 << 20, .types = 1}},
    {"idle", 5, 0, {.seed = 300, .messages = 50, .most = 4096, .idle = true}},
    {"oneway",
     3,
     0,
     {700, 60, 4096, true, false, false, false, TRAFFIC_FROM_0}},
};

/* Every second seed has receives longer than their messages; every third one
 * has messages from and to MPI_PROC_NULL. "oneway" takes all ways in turn.
 */
bool test_random(const char *name)
{
    bool found = false;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct traffic_kind kind = rows[i].kind;
        unsigned seeds = rows[i].seeds;

        if (strcmp(rows[i].name, name) != 0)
            continue;
        found = true;
        if (seeds > 1 && getenv("CHECK_LONG") != NULL)
            seeds *= 10;
        for (unsigned k = 0; k < seeds; k++, kind.seed++) {
            kind.messages =
                rows[i].kind.messages + rows[i].more * (int)(k % 20);
            kind.longer = kind.seed % 2;
            kind.absent = kind.seed % 3 == 0;
            if (kind.way != TRAFFIC_ANY)
                kind.way = TRAFFIC_FROM_0 + k % 3;
            all_schedules(&kind);
        }
    }
    return found;
}
