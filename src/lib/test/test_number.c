/* test_number.c: valid and invalid numbers; printed precision follows the
 * interval. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/number.h"
#include "lib/test/golden.h"
#include "lib/test/unit.h"

/* Parses the number if the question begins with one of these kinds. Prints it,
 * and that it stays as it was if it is refused. */
static bool parsed(FILE *f, const char *kind, const char *s, char **cause)
{
    enum { UNTOUCHED = -77 };
    static const struct {
        const char *kind;
        long least, most;
    } whole[] = {{"1..9", 1, 9}, {"-5..0", -5, 0}, {"1..", 1, LONG_MAX}};
    double v = UNTOUCHED;
    int64_t size = UNTOUCHED;
    long n = UNTOUCHED;
    int rc = 1;

    for (size_t i = 0; i < LENGTH(whole); i++)
        if (strcmp(kind, whole[i].kind) == 0) {
            rc = number_long(&n, s, whole[i].least, whole[i].most, cause);
            v = (double)n;
        }
    if (strcmp(kind, "size") == 0) {
        rc = number_size(&size, s, cause);
        v = (double)size;
    } else if (strcmp(kind, "real") == 0) {
        rc = number_real(&v, s, cause);
    } else if (strcmp(kind, "duration") == 0) {
        rc = number_duration(&v, s, cause);
    } else if (strcmp(kind, "share") == 0 || strcmp(kind, "percent") == 0) {
        rc = number_share(&v, s, *kind == 'p', cause);
    }
    assert_true(rc == 1 || (rc == -1) == (*cause != NULL));
    if (rc == -1)
        assert_true(v == UNTOUCHED);
    else if (rc == 0)
        fprintf(f, "%.17g", v);
    return rc != 1;
}

/* The answer to "KIND NUMBER", or to "HOW NUMBER [NUMBER]" for one that is
 * printed. */
static char *number_answer(char *question)
{
    char *rest = question, *kind = strsep(&rest, " "), *cause = NULL, *text;
    char buf[DIGITS_SIZE], *more;
    double v = strtod(rest, &more), w = strtod(more, NULL);
    size_t length;
    FILE *f = open_memstream(&text, &length);

    if (parsed(f, kind, rest, &cause))
        fputs(cause != NULL ? cause : "", f);
    else if (strcmp(kind, "decimals") == 0)
        fprintf(f, "%d", digits_decimals(v, w));
    else if (strcmp(kind, "print") == 0)
        fputs(digits_print(buf, v, (int)w), f);
    else if (strcmp(kind, "width") == 0)
        fputs(digits_percent(buf, v), f);
    else
        fputs(digits_time(buf, v), f);
    free(cause);
    fclose(f);
    return text;
}

UNIT_TEST(test_numbers)
{
    assert_answers("src/lib/test/numbers.txt", number_answer);
}

/* The largest values must be exact; a double cannot hold them. */
UNIT_TEST(test_largest)
{
    static const char most[] = "9223372036854775807";
    int64_t size = 0;
    long whole = 0;
    char *cause;

    assert_int_equal(number_size(&size, most, &cause), 0);
    assert_int_equal(number_long(&whole, most, 1, LONG_MAX, &cause), 0);
    assert_true(size == INT64_MAX && whole == LONG_MAX);
}
