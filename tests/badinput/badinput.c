/* badinput.c: reads the inputs listed on standard input, in lines NUMBER LEVEL
 * READER FILE; prints `NUMBER LEVEL READER ACCEPTED` after each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "readers.h"

enum { SECONDS = 100 };

static bool input_accepted(const struct reader *r, const char *file)
{
    FILE *f = fopen(file, "r");
    char *text;
    size_t n;
    bool is;

    DEMAND(f != NULL && fseek(f, 0, SEEK_END) == 0);
    n = (size_t)ftell(f);
    rewind(f);
    text = xcalloc(n + 1, 1);
    DEMAND(fread(text, 1, n, f) == n);
    fclose(f);
    alarm(SECONDS);
    is = r->read(text, n);
    alarm(0);
    free(text);
    return is;
}

int main(void)
{
    char number[16], level[16], name[16], file[256];

    json_setup();
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (scanf("%15s %15s %15s %255s", number, level, name, file) == 4) {
        const struct reader *r = readers;

        while (strcmp(r->name, name) != 0)
            r++;
        printf("%s %s %s %d\n", number, level, name, input_accepted(r, file));
    }
    return 0;
}
