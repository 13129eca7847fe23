/* test_plan.c: the cases of a sweep and their order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/test/line.h"

/* Command lines, and their cases: OP:PROCS:COUNT:BYTES:ROOT. */
static const char *const plans[][2] = {
    /* sizes in the given order, rounded up to elements, without duplicates */
    {"bcast -m0,1,9,8 -dint64",
     "bcast:4:0:0:root=0 bcast:4:1:8:root=0 bcast:4:2:16:root=0 "},
    {"bcast -m1:256 -dvector",
     "bcast:4:1:64:root=0 bcast:4:2:128:root=0 bcast:4:4:256:root=0 "},
    /* double for reductions, byte otherwise; algorithms make no cases */
    {"allreduce bcast:native,shmbcast -m1,9",
     "allreduce:4:1:8:root=0 allreduce:4:2:16:root=0 "
     "bcast:4:1:1:root=0 bcast:4:9:9:root=0 "},
    /* nested: ranks outermost, then sizes, roots innermost */
    {"bcast -n2:3:+1 -m4,2 -rall",
     "bcast:2:4:4:root=0 bcast:2:4:4:root=1 bcast:2:2:2:root=0 "
     "bcast:2:2:2:root=1 bcast:3:4:4:root=0 bcast:3:4:4:root=1 "
     "bcast:3:4:4:root=2 bcast:3:2:2:root=0 bcast:3:2:2:root=1 "
     "bcast:3:2:2:root=2 "},
    /* without messages: one case of 0 bytes for each number of ranks */
    {"barrier null -n1:4 -m1:1Mi",
     "barrier:1:0:0:root=0 barrier:2:0:0:root=0 barrier:4:0:0:root=0 "
     "null:1:0:0:root=0 null:2:0:0:root=0 null:4:0:0:root=0 "},
    /* only operations that have a root get one */
    {"bcast barrier -r3 -m8", "bcast:4:8:8:root=3 barrier:4:0:0:root=0 "},
    {"bcast allreduce -rrotate -m8",
     "bcast:4:8:8:root=0,rotates allreduce:4:1:8:root=0 "},
    {"allreduce bcast -rall -n2 -m8",
     "allreduce:2:1:8:root=0 bcast:2:8:8:root=0 bcast:2:8:8:root=1 "},
    /* procs: ranks of all groups together; root: a rank of one group */
    {"bcast --groups=2 -rall -m8", "bcast:4:8:8:root=0 bcast:4:8:8:root=1 "},
    /* always one element */
    {"fetch_and_op_lock -m1:1Ki -dint32", "fetch_and_op_lock:4:1:4:root=0 "},
    {"--check", ""},
};

UNIT_TEST(test_plans)
{
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        struct options o;
        struct plan p;
        size_t size;
        char *text;
        FILE *f = text_open(&text, &size);

        line_run(&o, plans[i][0]);
        plan_build(&p, &o);
        for (size_t k = 0; k < p.n; k++) {
            const struct bench_case *c = &p.cases[k];

            fprintf(f, "%s:%d:%d:%d:root=%d%s ", c->choice->op->name, c->procs,
                    (int)c->count, (int)c->bytes, c->root,
                    c->rotate ? ",rotates" : "");
            assert_true(c->bytes == c->count * (int64_t)c->dtype->size);
        }
        text_close(f);
        assert_string_equal(text, plans[i][1]);
        free(text);
        plan_free(&p);
        assert_null(p.cases);
        options_free(&o);
    }
}
