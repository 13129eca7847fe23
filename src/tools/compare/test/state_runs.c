/* state_runs.c: runs of a machine that is now near and now far, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/test/state_runs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* What the algorithms take, in us: near, far. */
static const double native[] = {20, 20}, mine[] = {10, 40};

void add(struct runs *runs, json_t *record)
{
    char *cause = runs_add_record(runs, record);

    assert_null(cause);
    json_decref(record);
}

/* A stretch for each letter, n or f; x: nobody knows in which state. */
static json_t *stays_of(const char *states, const double us[2], double factor)
{
    json_t *at = json_array(), *rounds = json_array(), *time = json_array(),
           *oneway = json_array();

    for (size_t i = 0; states[i] != '\0'; i++) {
        bool far = states[i] == 'f';

        json_array_append_new(at, json_real((double)i));
        json_array_append_new(rounds, json_integer(ROUNDS));
        json_array_append_new(time, json_real(1e-6 * us[far] * factor));
        json_array_append_new(oneway, states[i] == 'x'
                                          ? json_null()
                                          : json_real(far ? 240e-9 : 60e-9));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "at", at, "rounds", rounds,
                     "estimate", time, "oneway", oneway);
}

static void add_case(struct runs *runs, const char *algo, const char *states,
                     const double us[2], double factor)
{
    bool rival = strcmp(algo, "native") != 0;

    add(runs,
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:o, s:o}", "type",
                  "case", "op", "bcast", "algo", algo, "procs", 2, "bytes", 8,
                  "estimate", 1e-6 * us[0] * factor, "median",
                  1e-6 * us[0] * factor, "stays", stays_of(states, us, factor),
                  "vs",
                  rival ? json_pack("{s:s}", "algo", "native") : json_null()));
}

void add_run(struct runs *runs, int command, size_t block, const char *states,
             double factor)
{
    add(runs, json_pack("{s:s, s:{s:{s:f, s:s, s:s}}, s:{s:I, s:i}}", "type",
                        "run", "watch", "oneway", "factor", 1.5, "low", "near",
                        "high", "far", "repeat", "launch", (json_int_t)block,
                        "command", command));
    add_case(runs, "native", states, native, factor);
    add_case(runs, "mine", states, mine, factor);
    add(runs, json_pack("{s:s, s:s}", "type", "end", "status", "complete"));
}

void assert_near(double x, double expected)
{
    if (!(fabs(x - expected) <= 1e-9 * fabs(expected)))
        fail_msg("%.12g is not %.12g", x, expected);
}
