/* golden.c: expected text in files (golden.h). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"

#include "lib/test/unit.h"

char *golden_path(const char *file)
{
    const char *top = getenv("top_srcdir");
    char *path = NULL;

    assert_true(asprintf(&path, "%s/%s", top != NULL ? top : ".", file) > 0);
    return path;
}

static bool accepting(void)
{
    const char *how = getenv("GOLDEN");

    return how != NULL && strcmp(how, "accept") == 0;
}

/* Returns the text of the file, malloced. */
static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (f == NULL || getdelim(&text, &size, '\0', f) <= 0)
        fail_msg("cannot read %s (set top_srcdir; GOLDEN=accept makes it)",
                 path);
    fclose(f);
    return text;
}

static void write_whole(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

void assert_golden(char *text, const char *file)
{
    char *path = golden_path(file), *want, *line, *have = text;
    size_t number = 1, n;

    if (accepting())
        write_whole(path, text);
    want = line = read_whole(path);
    for (; *line != '\0'; line += n, have += n, number++) {
        n = strcspn(line, "\n");
        n += line[n] == '\n';
        if (strncmp(have, line, n) != 0)
            fail_msg("%s:%zu: there is:\n%.*s\nwhere this is expected:\n%.*s",
                     path, number, (int)strcspn(have, "\n"), have, (int)n,
                     line);
    }
    assert_string_equal(have, "");
    free(want);
    free(path);
    free(text);
}

/* Replaces escapes in the question. */
static void unescape(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0';) {
        unsigned byte;

        if (from[0] == '\\' && sscanf(from, "\\x%2x", &byte) == 1) {
            *to++ = (char)byte;
            from += 4;
        } else if (from[0] == '\\') {
            *to++ = from[1] == 'n' ? '\n' : from[1];
            from += 2;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Returns the length of the lines before one that starts with one of [marks].
 */
static size_t lines_before(const char *text, const char *marks)
{
    const char *end = text;

    while (*end != '\0' && strchr(marks, *end) == NULL) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    return (size_t)(end - text);
}

/* Returns the length of the answer that the file has here, without empty lines
 * after it. */
static size_t known_answer(const char *text)
{
    size_t n = lines_before(text, "$#");

    while (n > 1 && text[n - 1] == '\n' && text[n - 2] == '\n')
        n--;
    return n;
}

/* Copies "$ " lines to [f], and returns their text, malloced. Moves [*at]
 * behind them. */
static char *read_question(char **at, FILE *f)
{
    char *question = strdup(""), *longer;

    while (strncmp(*at, "$ ", 2) == 0) {
        size_t n = strcspn(*at, "\n");

        fprintf(f, "%.*s\n", (int)n, *at);
        assert_true(asprintf(&longer, "%s%s%.*s", question,
                             *question != '\0' ? "\n" : "", (int)n - 2,
                             *at + 2) >= 0);
        free(question);
        question = longer;
        *at += n + 1;
    }
    unescape(question);
    return question;
}

static bool ends_line(const char *text)
{
    size_t n = strlen(text);

    return n > 0 && text[n - 1] == '\n';
}

/* True if the answer begins as the known one, which ends in "...". */
static bool begins_so(const char *answer, const char *known, size_t length)
{
    const size_t dots = 4; /* with the end of the line */

    return length >= dots && strncmp(known + length - dots, "...\n", 4) == 0 &&
           strncmp(answer, known, length - dots) == 0;
}

void assert_answers(const char *file, golden_answer *answer)
{
    char *path = golden_path(file), *asked = read_whole(path), *at = asked;
    char *got = NULL;
    size_t size, questions = 0;
    FILE *f = open_memstream(&got, &size);

    while (*at != '\0') {
        size_t n = lines_before(at, "$");
        char *question, *given;

        fprintf(f, "%.*s", (int)n, at);
        at += n;
        if (*at == '\0')
            break;
        question = read_question(&at, f);
        given = answer(question);
        n = known_answer(at);
        if (begins_so(given, at, n))
            fprintf(f, "%.*s", (int)n, at);
        else
            fprintf(f, "%s%s", given, ends_line(given) ? "" : "\n");
        free(given);
        free(question);
        at += n;
        questions++;
    }
    assert_true(questions > 0);
    fclose(f);
    free(asked);
    free(path);
    assert_golden(got, file);
}
