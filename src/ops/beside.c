/* beside.c: the loads by name, each an algorithm of all operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/beside.h"

#include "ops/layout.h"
#include "ops/pattern.h"

enum { BYTES_MOST = 1 << 30 };

static const struct param load_rows[] = {
    PARAM_ROW("bytes", struct load_params, bytes, SIZE, "256Ki",
              "bytes of a message of the load", .most = BYTES_MOST),
    {0},
};
static const struct param_table load_params =
    PARAM_TABLE("beside", load_rows, struct load_params);

/* A load is beside the operation's own call. */
static bool load_fits(const struct op *op)
{
    return op_has_call(op) || op_sends_messages(op) || op->missing != NULL;
}

#define LOAD(low, its_op, its_option, its_word, text)                          \
    {                                                                          \
        .algo = {.name = LOAD_PREFIX low,                                      \
                 .fits = load_fits,                                            \
                 .help = "native, while the ranks of --load-ranks " text,      \
                 .params = &load_params},                                      \
        .op = its_op, .option = its_option, .word = its_word                   \
    }
#define PATTERN(low, ...)                                                      \
    LOAD(#low, "exchange", "pattern", #low,                                    \
         "exchange messages in pattern " #low),

enum { BESIDE_NULL, BESIDE_BANDWIDTH, BESIDE_PATTERN };
static const struct load loads[] = {
    [BESIDE_NULL] = LOAD("null", NULL, NULL, NULL, "wait"),
    [BESIDE_BANDWIDTH] =
        LOAD("bandwidth", "bandwidth", "pairs", "neighbors",
             "send windows of messages, each even rank to the next"),
    [BESIDE_PATTERN] = PATTERNS(PATTERN)};

#define ALGO(low, UP, ...) &loads[BESIDE_PATTERN + PATTERN_##UP].algo,
const struct algo *const load_algos[] = {
    &loads[BESIDE_NULL].algo,
    &loads[BESIDE_BANDWIDTH].algo,
    PATTERNS(ALGO) NULL,
};

const struct load *load_of(const struct algo *algo)
{
    for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++)
        if (&loads[i].algo == algo)
            return &loads[i];
    return NULL;
}
