/* placement.c: on which NUMA nodes ranks run and pages lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "placement.h"

#include <numaif.h>
#include <sched.h>

#include "page.h"

enum { BATCH = 512 };

int sb_node_here(void)
{
    unsigned cpu, node;

    return getcpu(&cpu, &node) == 0 ? (int)node : 0;
}

struct sb_pages sb_pages_count(char *begin, size_t bytes, int node)
{
    size_t page = sb_page_size(), npages = bytes / page;
    struct sb_pages count = {0, 0};

    for (size_t done = 0; done < npages;) {
        void *pages[BATCH];
        int status[BATCH];
        size_t n = npages - done < BATCH ? npages - done : BATCH;

        for (size_t i = 0; i < n; i++)
            pages[i] = begin + (done + i) * page;
        /* without nodes to move to, move_pages() only asks where they are */
        if (move_pages(0, n, pages, NULL, status, 0) != 0)
            return (struct sb_pages){-1, -1};
        for (size_t i = 0; i < n; i++) {
            count.local += status[i] == node;
            count.remote += status[i] >= 0 && status[i] != node;
        }
        done += n;
    }
    return count;
}

void sb_leaders(int *leaders, const int *nodes, int size)
{
    for (int i = 0; i < size; i++) {
        int j = 0;

        while (nodes[j] != nodes[i])
            j++;
        leaders[i] = j;
    }
}
