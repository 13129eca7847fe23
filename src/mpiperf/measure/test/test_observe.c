/* test_observe.c: what --check says of the states that it saw. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include "mpiperf/measure/observe.h"

/* Levels in seconds, in the order of the gauges that are watched. */
static void a_state_is_said_with_its_levels_and_stays(void **state)
{
    static const struct {
        double seconds, share, oneway, spin;
        size_t stays;
        const char *text;
    } rows[] = {
        {2, 1, 66e-9, 1.0234e-6, 1,
         "oneway 66.0 ns, spin 1.02 us; 100 % of the time, 1 stay of 2 s"},
        {2.002, 0.611, 248e-9, 999e-9, 9,
         "oneway 248 ns, spin 999 ns; 61 % of the time, 9 stays of 0.136 s"},
        {2, 0.02, NAN, 3e-6, 8,
         "spin 3.00 us; 2 % of the time, 8 stays of 0.005 s"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct observed o = {
            .seconds = rows[i].seconds, .n = 1000, .states.n = 2};
        char *text;

        o.states.v[1] = (struct state){
            .level = {log(rows[i].oneway), log(rows[i].spin)},
            .share = rows[i].share,
            .rounds = rows[i].share * 1000,
            .stays = rows[i].stays,
        };
        text = observed_text(&o, 1);
        assert_string_equal(text, rows[i].text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_said_with_its_levels_and_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
