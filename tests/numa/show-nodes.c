/* show-nodes.c: for LD_PRELOAD: prints on which nodes shared memory is. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An independent check, which does not know which rank owns which memory. When
 * rank 0 unmaps an unnamed file in /dev/shm, it prints one line
 *
 *     segment of 772 pages: 0-386:0 387-771:1
 *
 * with the node of each page, as FIRST-LAST:NODE.
 */
#include <dlfcn.h>
#include <errno.h>
#include <numaif.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int munmap_fn(void *addr, size_t length);

static bool is_rank_0(void)
{
    const char *rank = getenv("PMI_RANK");

    if (rank == NULL)
        rank = getenv("OMPI_COMM_WORLD_RANK");
    return rank != NULL && strcmp(rank, "0") == 0;
}

/* Files created with O_TMPFILE are called #INODE. */
static bool is_unnamed(const void *addr)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    bool found = false;
    char line[4096];

    while (maps != NULL && !found && fgets(line, sizeof(line), maps) != NULL)
        found = strtoull(line, NULL, 16) == (uintptr_t)addr &&
                strstr(line, " /dev/shm/#") != NULL;
    if (maps != NULL)
        fclose(maps);
    return found;
}

static int node_of(char *page)
{
    void *pages[] = {page};
    int status = -ENOENT;

    /* touches the page: the kernel tells the node of touched pages only */
    (void)*(volatile char *)page;
    return move_pages(0, 1, pages, NULL, &status, 0) == 0 ? status : -errno;
}

static void show(char *begin, size_t length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), n = length / page, first = 0;
    int node = node_of(begin);

    printf("segment of %zu pages:", n);
    for (size_t i = 1; i <= n; i++) {
        int next = i < n ? node_of(begin + i * page) : -1;

        if (i == n || next != node) {
            printf(" %zu-%zu:%d", first, i - 1, node);
            first = i;
            node = next;
        }
    }
    putchar('\n');
    fflush(stdout);
}

int munmap(void *addr, size_t length)
{
    munmap_fn *next = (munmap_fn *)dlsym(RTLD_NEXT, "munmap");

    if (is_rank_0() && is_unnamed(addr))
        show(addr, length);
    return next(addr, length);
}
