/* records.c: makes runs from records, for tests of tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"

#include <time.h>
#include "compare/read.h"
#include "lib/test/unit.h"

enum { EPOCH = 1750000000 };

double wobble(size_t i, size_t seed)
{
    return 1 + 0.005 * ((double)((i * (2 * seed + 3) + seed) % 5) - 2);
}

void assert_close(double x, double expected)
{
    if (!(fabs(x - expected) <= 1e-9 * fmax(1e-6, fabs(expected))))
        fail_msg("%.12g is not %.12g", x, expected);
}

void add_record(struct runs *r, json_t *record)
{
    char *cause = runs_add(r, record);

    if (cause != NULL)
        fail_msg("refused: %s", cause);
    json_decref(record);
}

void assert_refused(struct runs *r, json_t *record, const char *cause)
{
    char *said = runs_add(r, record);

    assert_non_null(said);
    assert_string_equal(said, cause);
    free(said);
    json_decref(record);
}

void add_run(struct runs *r, double seconds, long command, long block)
{
    time_t began = EPOCH + (time_t)seconds;
    char text[32];
    json_t *run;

    if (r->index == NULL)
        runs_begin(r, 0);
    strftime(text, sizeof(text), "%Y-%m-%dT%TZ", gmtime(&began));
    run = json_pack(
        "{s:s, s:s, s:s, s:s, s:[s,s], s:{s:s}, s:i, s:i, s:{s:s}, s:{s:f}}",
        "type", "run", "mpiperf", "1.0", "mpi",
        "Open MPI v4.1.4, package: Debian", "time", text, "command", "mpiperf",
        "bcast", "program", "build", "b1", "ranks", 2, "nodes", 1, "machine",
        "cpu", "AMD EPYC(TM) Processor @ 2 GHz", "timer", "resolution", 1e-9);
    if (command > 0)
        json_object_set_new(run, "repeat",
                            json_pack("{s:I, s:I, s:f, s:[s,s,s,s]}", "command",
                                      (json_int_t)command, "launch",
                                      (json_int_t)block, "seconds", 1.5,
                                      "words", "mpiexec", "mpiperf", "bcast",
                                      command == 1 ? "one" : "two"));
    add_record(r, run);
}

void add_end(struct runs *r, const char *status)
{
    add_record(r, json_pack("{s:s, s:s, s:f}", "type", "end", "status", status,
                            "seconds", 1.0));
}

json_t *case_made(const char *algo, long bytes, const struct pass_made *pass,
                  size_t n)
{
    json_t *passes = json_array();
    double mean = 0;

    for (size_t i = 0; i < n; i++) {
        json_t *p = json_pack("{s:i, s:f}", "pass", (int)i + 1, "estimate",
                              1e-6 * pass[i].us);

        if (pass[i].oneway[0] > 0)
            json_object_set_new(p, "gauge",
                                json_pack("{s:[f,f]}", "oneway",
                                          1e-9 * pass[i].oneway[0],
                                          1e-9 * pass[i].oneway[1]));
        json_array_append_new(passes, p);
        mean += log(1e-6 * pass[i].us) / (double)n;
    }
    return json_pack("{s:s, s:s, s:s, s:i, s:I, s:f, s:o}", "type", "case",
                     "op", "bcast", "algo", algo, "procs", 2, "bytes",
                     (json_int_t)bytes, "estimate", exp(mean), "passes",
                     passes);
}

void add_passes(struct runs *r, const char *algo, long bytes,
                const struct pass_made *pass, size_t n)
{
    add_record(r, case_made(algo, bytes, pass, n));
}

void add_case(struct runs *r, const char *algo, long bytes, double us)
{
    add_passes(r, algo, bytes, &(struct pass_made){us, {0}}, 1);
}

void add_hidden(struct runs *r, const char *algo, long bytes, double us,
                double hidden)
{
    json_t *record = case_made(algo, bytes, &(struct pass_made){us, {0}}, 1);

    json_object_set_new(record, "main", json_string("hidden"));
    json_object_set_new(json_array_get(json_object_get(record, "passes"), 0),
                        "figures", json_pack("{s:f}", "hidden", hidden));
    add_record(r, record);
}

void make_table(struct table *t, struct runs *r, const struct table_options *o)
{
    static const struct table_options usual = {.same = 0.03,
                                               .sitting = SITTING};
    bool interleaved = runs_order(r);

    table_make(t, r, interleaved, o != NULL ? o : &usual);
}

const struct row *row_of(const struct table *t, const char *algo, long bytes,
                         long side, int state)
{
    const struct row *found = NULL;

    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];

        if (strcmp(row_text(row, "algo"), algo) != 0 ||
            row_bytes(row) != bytes || row->side != side || row->state != state)
            continue;
        assert_null(found);
        found = row;
    }
    if (found == NULL)
        fail_msg("no row %s, %ld B, side %ld, state %d", algo, bytes, side,
                 state);
    return found;
}

void assert_sign(const struct row *row, const char *word)
{
    assert_non_null(sign_word(row->sign));
    assert_string_equal(sign_word(row->sign), word);
}
