/* sharedpage.c: one page of memory that the ranks of a node share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/sharedpage.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "clocksync/patient.h"

/* Where to find rank 0's file, and what it says behind the usable part. */
struct invitation {
    int64_t pid, fd, cookie; /* cookie 0: there is none */
};
enum { INVITATION_WORDS = 3 };

static void *page_map(int fd)
{
    void *page =
        mmap(NULL, SHAREDPAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    return page == MAP_FAILED ? NULL : page;
}

/* The block is reserved, so that touching it cannot end in SIGBUS. */
static void *page_create(struct invitation *inv)
{
    int64_t cookie;
    void *page = NULL;
    int fd = memfd_create("mpiperf", MFD_CLOEXEC);

    if (fd < 0)
        return NULL;
    if (getrandom(&cookie, sizeof(cookie), 0) == sizeof(cookie) &&
        posix_fallocate(fd, 0, SHAREDPAGE_SIZE) == 0)
        page = page_map(fd);
    if (page == NULL) {
        close(fd);
        return NULL;
    }
    cookie |= 1;
    memcpy((char *)page + SHAREDPAGE_USABLE, &cookie, sizeof(cookie));
    *inv = (struct invitation){.pid = getpid(), .fd = fd, .cookie = cookie};
    return page;
}

/* In another PID namespace the number may be anybody's: read() before
 * mapping, so that a file that is too short does no harm. */
static void *page_attach(const struct invitation *inv)
{
    char path[64];
    int64_t cookie = 0;
    void *page = NULL;
    struct stat st;
    int fd;

    if (inv->cookie == 0)
        return NULL;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)inv->pid, (int)inv->fd);
    fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_size == SHAREDPAGE_SIZE &&
        pread(fd, &cookie, sizeof(cookie), SHAREDPAGE_USABLE) ==
            sizeof(cookie) &&
        cookie == inv->cookie)
        page = page_map(fd);
    close(fd);
    return page;
}

int sharedpage_open(MPI_Comm node, void **page)
{
    struct invitation inv = {.fd = -1};
    int rank, rc;

    *page = NULL;
    rc = MPI_Comm_rank(node, &rank);
    if (rc != MPI_SUCCESS)
        return rc;
    if (rank == 0)
        *page = page_create(&inv);
    rc = MPI_Bcast(&inv, INVITATION_WORDS, MPI_INT64_T, 0, node);
    if (rc == MPI_SUCCESS && rank != 0)
        *page = page_attach(&inv);
    if (rc == MPI_SUCCESS)
        rc = patient_barrier(node);
    if (rank == 0 && inv.fd >= 0)
        close((int)inv.fd);
    if (rc != MPI_SUCCESS) {
        sharedpage_close(*page);
        *page = NULL;
    }
    return rc;
}

void sharedpage_close(void *page)
{
    if (page != NULL)
        munmap(page, SHAREDPAGE_SIZE);
}
