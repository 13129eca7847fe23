/* mpi_random.c: random traffic under all schedules and options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "msgsched_mpi.h"

const char *const test_schedules[] = {
    "schedule=direct",
    "schedule=persistent",
    "schedule=datatype",
    "schedule=neighbor",
    "schedule=window inflight=3",
    "schedule=throttle throttle=2 senders=1",
    "schedule=fixed fixed=1000 tcopy=700",
    "schedule=reorder inflight=2",
    "schedule=merge alpha=1.5 tcopy=3000",
    "schedule=both tcopy=2000 wmax=5000",
    "schedule=both inflight=1 wmin=100 tcopy=never",
    "schedule=both scope=node node=0011122 wmin=1500 tcopy=2000",
    "schedule=auto",
    NULL,
};

/* Tests traffic under all schedules. Planning with `auto` takes dozens of
 * collectives, which are slow when ranks outnumber cores: tests it for one in
 * ten seeds. */
static void all_schedules(const struct traffic_kind *kind)
{
    for (int i = 0; test_schedules[i] != NULL; i++)
        if (kind->seed % 10 == 0 ||
            strcmp(test_schedules[i], "schedule=auto") != 0)
            test_traffic(kind, test_schedules[i]);
}

/* Traffic only from rank 0, only to rank 0, and only to the next rank. */
void case_oneway(void)
{
    static const struct traffic_kind kinds[] = {
        {.seed = 700, .messages = 60, .most = 4096, .way = TRAFFIC_FROM_0},
        {.seed = 701, .messages = 60, .most = 4096, .way = TRAFFIC_TO_0},
        {.seed = 702,
         .messages = 60,
         .most = 4096,
         .types = true,
         .way = TRAFFIC_UP},
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        all_schedules(&kinds[i]);
}

/* 60 seeds cover all combinations of the number of messages and the flags. */
void case_random(void)
{
    const unsigned seeds = getenv("CHECK_LONG") != NULL ? 200 : 40;

    for (unsigned seed = 0; seed < seeds; seed++)
        all_schedules(
            &(struct traffic_kind){.seed = seed,
                                   .messages = 10 + 9 * (int)(seed % 20),
                                   .most = 4096,
                                   .longer = seed % 2,
                                   .absent = seed % 3 == 0});
}

void case_types(void)
{
    for (unsigned seed = 100; seed < 110; seed++)
        all_schedules(&(struct traffic_kind){.seed = seed,
                                             .messages = 150,
                                             .most = 4096,
                                             .types = true,
                                             .longer = seed % 2});
}

void case_sizes(void)
{
    all_schedules(&(struct traffic_kind){.seed = 200, .messages = 0});
    all_schedules(&(struct traffic_kind){.seed = 201, .messages = 1});
    all_schedules(&(struct traffic_kind){.seed = 202, .messages = 200});
    for (unsigned seed = 203; seed < 205; seed++)
        all_schedules(&(struct traffic_kind){
            .seed = seed, .messages = 40, .most = 3 << 20, .types = seed % 2});
}

void case_idle(void)
{
    for (unsigned seed = 300; seed < 305; seed++)
        all_schedules(&(struct traffic_kind){
            .seed = seed, .messages = 50, .most = 4096, .idle = true});
}

void case_options(void)
{
    static const char *const options[] = {
        "",
        "dist=far heavy=last",
        "dist=none weight=code",
        "weight=prose group=0",
        "across=rr",
        "intra=plain",
        "progress=eager inflight=1",
        "alpha=balance",
        "alpha=7.5 wmin=1000 tcopy=0",
        "synchronous=1",
        "synchronous=1 inflight=1 schedule=direct",
        "synchronous=1 inflight=1 across=rr",
    };
    /* node of each rank */
    static const char *const maps[] = {"", " node=0123456", " node=0011223"};
    enum { MAPS = sizeof(maps) / sizeof(maps[0]) };
    size_t n = sizeof(options) / sizeof(options[0]);

    for (size_t i = 0; i < n; i++)
        for (unsigned seed = 400; seed < 400 + 2 * MAPS; seed++) {
            char text[100];

            snprintf(text, sizeof(text), "%s%s", options[i], maps[seed % MAPS]);
            test_traffic(&(struct traffic_kind){.seed = seed,
                                                .messages = 120,
                                                .most = 4096,
                                                .types = seed % 2},
                         text);
        }
}
