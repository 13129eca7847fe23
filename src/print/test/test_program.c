/* test_program.c: the answer of profiles made by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/program.h"

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
static char *answer_of(char *profile)
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

UNIT_TEST(test_answers)
{
    assert_answers("src/print/test/program.txt", answer_of);
}

/* Many rows, a long command and long words: at most 30 lines of 80 columns. */
UNIT_TEST(test_narrow)
{
    size_t length, lines = 0;
    char *text, *answer, *rest, *line;
    FILE *f = text_open(&text, &length);

    fputs("{'type':'program','mpiperf':'1.0','format':1,'ranks':100000,"
          "'seconds':1e7,'in_mpi':{'mean':1e6},'kept':1e-3,'unmatched':1,"
          "'partial':null,'hosts':['a','a'],'binding':['0','0'],'command':['",
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
    fputs("{'type':'end','status':'complete'}\n", f);
    text_close(f);
    answer = answer_of(text);
    for (rest = answer; *(line = strsep(&rest, "\n")) != '\0' || rest != NULL;
         lines++)
        assert_in_range(strlen(line), 0, 80);
    assert_in_range(lines, 20, 30);
    free(answer);
    free(text);
}
