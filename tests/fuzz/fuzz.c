/* fuzz.c: passes libFuzzer's inputs to a reader of tests/badinput: the one that
 * $READER names, or the only one that was compiled in. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "../badinput/readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef ONLY
static void read_it(const char *text, size_t n)
{
    ONLY(text, n);
}
#else
static void read_it(const char *text, size_t n)
{
    const char *name = getenv("READER");
    const struct reader *r = readers;

    while (r->name != NULL && (name == NULL || strcmp(r->name, name) != 0))
        r++;
    if (r->name == NULL)
        fatal("READER names no reader");
    json_setup();
    r->read(text, n);
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = xmalloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    read_it(text, size);
    free(text);
    return 0;
}
