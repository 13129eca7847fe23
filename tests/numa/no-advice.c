/* no-advice.c: for LD_PRELOAD: madvise() without support for some advice. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NO_ADVICE is a list of words: populate, which then fails as before Linux
 * 5.14; random and nohugepage, which then have no effect.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

typedef int madvise_fn(void *addr, size_t length, int advice);

static const struct {
    int advice, error;
    const char *name;
} known[] = {
    {MADV_POPULATE_WRITE, EINVAL, "populate"},
    {MADV_RANDOM, 0, "random"},
    {MADV_NOHUGEPAGE, 0, "nohugepage"},
};

int madvise(void *addr, size_t length, int advice)
{
    madvise_fn *next = (madvise_fn *)dlsym(RTLD_NEXT, "madvise");
    const char *without = getenv("NO_ADVICE");

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].advice == advice && without != NULL &&
            strstr(without, known[i].name) != NULL) {
            errno = known[i].error;
            return known[i].error == 0 ? 0 : -1;
        }
    return next(addr, length, advice);
}
