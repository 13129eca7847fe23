/* test_program.c: the answer of profiles made by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/program.h"

#define HEAD(more)                                                             \
    "{'type':'program','mpiperf':'1.0','format':1,'mpi':'M 1',"                \
    "'command':['./program','input'],'ranks':4,'nodes':1,'timer':'tsc',"       \
    "'seconds':61.2,'in_mpi':{'mean':12.3,'least':2,'most':15}," more          \
    "'clock_error':1e-6}\n"
#define CALLS(op, bytes, procs, calls, work, waiting, more)                    \
    "{'type':'calls','op':'" op "','procs':" procs ",'bytes':" bytes           \
    ",'calls':" calls ",'seconds':" work "+" waiting ",'work':" work           \
    ",'waiting':" waiting more "}\n"
#define OTHER(function, calls, seconds)                                        \
    "{'type':'other','function':'" function "','calls':" calls                 \
    ",'bytes':0,'seconds':" seconds "}\n"
#define END "{'type':'end','status':'complete'}\n"

/* Returns the profile as a text: ' becomes ", and A+B its sum; malloced. */
static char *profile_of(const char *from)
{
    size_t length;
    char *text, *rest;
    FILE *f = text_open(&text, &length);

    for (; *from != '\0'; from++) {
        double a = strtod(from, &rest);

        if (rest > from && *rest == '+') {
            fprintf(f, "%.10g", a + strtod(rest + 1, &rest));
            from = rest - 1;
        } else if (rest > from) {
            fwrite(from, 1, (size_t)(rest - from), f);
            from = rest - 1;
        } else {
            putc(*from == '\'' ? '"' : *from, f);
        }
    }
    text_close(f);
    return text;
}

/* Returns the answer, or the reason why there is none; malloced. */
static char *answer_of(const char *profile)
{
    char *from = profile_of(profile), *text, *cause;
    FILE *in = fmemopen(from, strlen(from), "r"), *out;
    struct program p;
    size_t length;

    out = text_open(&text, &length);
    cause = program_read(&p, in, "p:");
    if (cause == NULL)
        program_print(out, &p);
    else
        fprintf(out, "%s\n", cause);
    program_free(&p);
    free(cause);
    fclose(in);
    text_close(out);
    free(from);
    return text;
}

static const struct {
    const char *profile, *answer;
} cases[] = {
    {HEAD("'kept':1,'unmatched':0,'partial':null,")
         CALLS("allreduce", "8", "4", "9000", "1.1", "9.9",
               ",'spread':{'p50':1e-3},'delays':[1e-4,2e-4,0,1.2e-3],"
               "'last':[500,220,0,8280]")
             CALLS("bcast", "65536", "4", "100", "0.6", "0.2", "")
                 OTHER("MPI_Waitall", "20", "0.3")
                     OTHER("MPI_Isend", "40", "0.2") END,
     "./program input: 61.2 s on 4 ranks, 12.3 s (20 %) of it in MPI\n"
     "waiting for late ranks 10.1 s (17 %): rank 3 comes last in 92 % of the "
     "calls of\n"
     "  allreduce 8 B, by 1.10 ms\n"
     "communication itself 2.20 s (3.6 %): allreduce 8 B 1.10 s, bcast 64 KiB "
     "600 ms,\n"
     "  point-to-point 500 ms\n"
     "faster MPI calls can save at most 2.20 s; balancing the work at most "
     "10.1 s\n"
     "\n"
     "operation                    bytes  ranks      calls      work   waiting"
     "  share\n"
     "allreduce                      8 B      4       9000    1.10 s    9.90 s"
     "   18 %\n"
     "bcast                       64 KiB      4        100    600 ms    200 ms"
     "  1.3 %\n"
     "point-to-point                                    60    500 ms         -"
     "  0.8 %\n"},
    /* late in turn; calls with other arguments but of the same size; some
     * calls were kept */
    {HEAD("'kept':0.25,'unmatched':0,'partial':null,") CALLS(
         "allreduce", "8", "4", "100", "1", "2",
         ",'reduction':'sum','spread':{'p50':2e-3},"
         "'delays':[1e-3,1e-3,1e-3,2e-3],'last':[20,25,25,30]")
         CALLS("allreduce", "8", "4", "10", "1", "1", ",'reduction':'max'") END,
     "./program input: 61.2 s on 4 ranks, 12.3 s (20 %) of it in MPI\n"
     "waiting for late ranks 3.00 s (4.9 %): most at allreduce 8 B, where "
     "ranks come\n"
     "  last in turn, rank 3 in 30 % of the calls; first and last are 2.00 ms "
     "apart in\n"
     "  half of them\n"
     "communication itself 2.00 s (3.3 %): allreduce 8 B 2.00 s\n"
     "faster MPI calls can save at most 2.00 s; balancing the work at most "
     "3.00 s\n"
     "waiting is that of one call in 4: more memory, MPIPERF_PROFILE_MEMORY, "
     "keeps\n"
     "  more\n"
     "\n"
     "operation                    bytes  ranks      calls      work   waiting"
     "  share\n"
     "allreduce                      8 B      4        110    2.00 s    3.00 s"
     "  8.2 %\n"},
    /* one rank alone */
    {HEAD(
         "'kept':0,'unmatched':0,'partial':'MPI_Abort on rank 1',") "{'type':'"
                                                                    "calls','"
                                                                    "op':'"
                                                                    "barrier','"
                                                                    "procs':4,'"
                                                                    "bytes':0,'"
                                                                    "calls':3,"
                                                                    "'seconds':"
                                                                    "2}\n" END,
     "./program input: 61.2 s on 4 ranks, 12.3 s (20 %) of it in MPI; "
     "MPI_Abort on\n"
     "  rank 1: only its calls are in the profile, nothing is known of what it "
     "waited\n  for\n"
     "communication itself 2.00 s (3.3 %): barrier 2.00 s\n"
     "\n"
     "operation                    bytes  ranks      calls      work   waiting"
     "  share\n"
     "barrier                        0 B      4          3    2.00 s         -"
     "  3.3 %\n"},
    /* no MPI at all */
    {HEAD("'kept':1,'unmatched':7,'partial':null,") END,
     "./program input: 61.2 s on 4 ranks, 12.3 s (20 %) of it in MPI\n"
     "waiting for late ranks 0 s (0.0 %)\n"
     "communication itself 0 s (0.0 %)\n"
     "faster MPI calls can save at most 0 s; balancing the work at most 0 s\n"
     "7 calls were not made by all ranks of their communicator, or not "
     "completed: of\n"
     "  these waiting is not known\n"},
    /* what is no profile */
    {HEAD(""), "p:1: the file ends in the middle of a profile: profile the "
               "program again\n"},
    {HEAD("") "{'type':'calls','op", "p:2: the file ends in the middle of a "
                                     "profile: profile the program again\n"},
    {HEAD("") "nonsense\n" END,
     "p:2: not a record of mpiperf: '[' or '{' expected near 'nonsense'\n"},
    {HEAD("") OTHER("MPI_Send", "-1", "2") END,
     "p:2: calls: must be a whole number from 0\n"},
    {END, "p:1: not the profile of one program\n"},
    {HEAD("") HEAD("") END, "p:2: not the profile of one program\n"},
    {HEAD("") END OTHER("MPI_Send", "1", "2"),
     "p:3: not the profile of one program\n"},
    {"{'type':'program','mpiperf':'3.0','format':2}\n",
     "p:1: written in format 2 of records, this version reads format 1: take "
     "a newer mpiperf\n"},
};

UNIT_TEST(test_answers)
{
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *answer = answer_of(cases[i].profile);

        assert_string_equal(answer, cases[i].answer);
        free(answer);
    }
}

/* Many rows, a long command and long words: at most 30 lines of 80 columns. */
UNIT_TEST(test_narrow)
{
    size_t length, lines = 0;
    char *text, *answer, *rest, *line;
    FILE *f = text_open(&text, &length);

    fputs("{'type':'program','mpiperf':'1.0','format':1,'ranks':100000,"
          "'seconds':1e9,'in_mpi':{'mean':1e8},'kept':1e-3,'unmatched':1,"
          "'partial':null,'command':['",
          f);
    for (int i = 0; i < 300; i++)
        putc('x', f);
    fputs("','input']}\n", f);
    for (int i = 0; i < 100; i++)
        fprintf(f,
                "{'type':'calls','op':'ineighbor_reduce_scatter_block',"
                "'procs':100000,'bytes':%d,'calls':1000000000,'seconds':3e4,"
                "'waiting':1e4,'delays':[1,2],'last':[5,6],"
                "'spread':{'p50':123456}}\n",
                1000000001 + i);
    fputs(END, f);
    text_close(f);
    answer = answer_of(text);
    for (rest = answer; *(line = strsep(&rest, "\n")) != '\0' || rest != NULL;
         lines++)
        assert_in_range(strlen(line), 0, 80);
    assert_in_range(lines, 20, 30);
    free(answer);
    free(text);
}
