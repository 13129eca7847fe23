/* test_option_rows.c: outcomes, operands and errors of command lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/option_rows.h"
#include "lib/xmalloc.h"

struct options {
    bool flag;
    int mode;
    long count;
    double share, percent, seconds;
    const char *name;
    char operands[40];
    struct params kept;
};

static int name_set(struct options *o, const char *arg, char **cause)
{
    if (strcmp(arg, "bad") == 0)
        return param_refuse(arg, "is bad", cause);
    o->name = arg;
    return 0;
}

/* Appends the operand in brackets: [A][B]. */
static int operand_set(struct options *o, const char *arg, char **cause)
{
    size_t n = strlen(o->operands);

    (void)cause;
    snprintf(o->operands + n, sizeof(o->operands) - n, "[%s]", arg);
    return 0;
}

static const struct param_word modes[] = {
    {"one", 1, NULL}, {"two", 2, NULL}, {0}};

static const struct param own_params[] = {{.name = "depth",
                                           .arg = "N",
                                           .def = "7",
                                           .help = "levels",
                                           .type = PARAM_INTEGER,
                                           .least = 1,
                                           .option = true},
                                          {0}};

static const struct param_table own = {
    .owner = "own", .rows = own_params, .size = sizeof(int)};

#define ROW(long_name, argument, text, default_text, kind, ...)                \
    .p = {.name = long_name,                                                   \
          .arg = argument,                                                     \
          .help = text,                                                        \
          .def = default_text,                                                 \
          .type = kind,                                                        \
          __VA_ARGS__}
#define AT(member) .offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    {.key = 'f', ROW("flag", NULL, "a flag", NULL, 0, AT(flag))},
    {ROW("mode", "MODE", "a word", "two", PARAM_WORD, AT(mode),
         .words = modes)},
    {.title = "Numbers:",
     .key = 'c',
     ROW("count", "N", "a number", "30", PARAM_LONG, AT(count), .least = 1)},
    {ROW("share", "P", "a share", "0.05", PARAM_SHARE, AT(share), .most = 1,
         .open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST)},
    {ROW("percent", "P", "per cent", NULL, PARAM_PERCENT, AT(percent),
         .most = 0.5, .open = PARAM_BELOW_MOST)},
    {ROW("seconds", "T", "a time", NULL, PARAM_REAL, AT(seconds),
         .shown = "no limit", .open = PARAM_ABOVE_LEAST)},
    {.key = 'n', ROW("name", "NAME", "a name", NULL, 0, ), .set = name_set},
    {ROW("depth", "N", "levels", "7", PARAM_INTEGER, .least = 1), .table = &own,
     .kept = offsetof(struct options, kept)},
    {.key = 'l', .p.name = "list", .p.help = "list", .outcome = OPTIONS_LIST},
    {.key = 'h', .p.name = "help", .p.help = "help", .outcome = OPTIONS_HELP},
    {0},
};

enum { WORDS = 16 };

/* Parses the words of the text, separated by blanks; '_' is an empty word. */
static enum options_outcome parse(struct options *o, char *text, char **cause)
{
    char *argv[WORDS] = {"tool"}, *rest = text;
    struct option_line l;
    int argc = 1;

    *o = (struct options){0};
    while (rest != NULL && *rest != '\0' && argc < WORDS) {
        char *word = strsep(&rest, " ");

        argv[argc++] = strcmp(word, "_") == 0 ? "" : word;
    }
    if (option_line_scan(&l, rows, argc, argv, cause) == 0 &&
        l.outcome == OPTIONS_RUN && options_set_defaults(o, rows, cause) == 0)
        options_set_given(o, &l, operand_set, cause);
    option_line_free(&l);
    return *cause != NULL ? OPTIONS_BAD : l.outcome;
}

UNIT_TEST(test_defaults)
{
    struct options o;
    char *cause, line[] = "";

    assert_int_equal(parse(&o, line, &cause), OPTIONS_RUN);
    assert_true(!o.flag && o.mode == 2 && o.count == 30 && o.share == 0.05);
    assert_true(o.percent == 0 && o.seconds == 0 && o.name == NULL);
    assert_true(o.kept.n == 0); /* the row's table sets the default */
}

UNIT_TEST(test_values)
{
    struct options o;
    char *cause,
        line[] =
            "-fc5 --sha=50% --perc 12.5 --seconds 1e-3 --mode=one --depth=3 "
            "-n name -c 6 --depth=2";

    assert_int_equal(parse(&o, line, &cause), OPTIONS_RUN);
    assert_true(o.flag && o.mode == 1 && o.count == 6 && o.share == 0.5);
    assert_true(o.percent == 0.125 && o.seconds == 1e-3);
    assert_string_equal(o.name, "name");
    assert_string_equal(params_get(&o.kept, PARAM_NO_OWNER, "depth"), "2");
    params_free(&o.kept);
}

/* The operands, or the error message, or what the program is to do instead. */
static char *line_answer(char *line)
{
    char *cause = NULL;
    struct options o;

    switch (parse(&o, line, &cause)) {
    case OPTIONS_BAD:
        return cause;
    case OPTIONS_LIST:
        return xstrdup("list");
    case OPTIONS_HELP:
        return xstrdup("help");
    default:
        return xstrdup(o.operands);
    }
}

UNIT_TEST(test_lines)
{
    assert_answers("src/lib/test/option_rows.txt", line_answer);
}

UNIT_TEST(test_help)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    option_rows_help(f, rows, "tool", "[OPERAND]...", "Above.\vBelow.");
    fclose(f);
    assert_ptr_equal(strstr(text, "Usage: tool [OPTION...] [OPERAND]..."),
                     text);
    assert_non_null(strstr(text, "\nAbove.\n"));
    assert_non_null(strstr(text, " -f, --flag  "));
    assert_non_null(strstr(text, " --mode=MODE "));
    assert_non_null(strstr(text, " a word (default: two)\n"));
    assert_non_null(strstr(text, "\n Numbers:\n  -c, --count=N "));
    assert_non_null(strstr(text, " a time (default: no limit)\n"));
    assert_non_null(strstr(text, " a name\n"));
    assert_non_null(strstr(text, "\nBelow.\n"));
    free(text);
}
