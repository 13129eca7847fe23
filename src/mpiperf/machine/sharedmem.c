/* sharedmem.c: memory that the ranks of a node share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/sharedmem.h"

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

static size_t file_size(size_t bytes)
{
    return bytes + sizeof(int64_t);
}

static void *file_map(int fd, size_t bytes)
{
    void *memory =
        mmap(NULL, file_size(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

/* The blocks are reserved, so that touching them cannot end in SIGBUS. */
static void *file_create(size_t bytes, struct invitation *inv)
{
    int64_t cookie;
    void *memory = NULL;
    int fd = memfd_create("mpiperf", MFD_CLOEXEC);

    if (fd < 0)
        return NULL;
    if (getrandom(&cookie, sizeof(cookie), 0) == sizeof(cookie) &&
        posix_fallocate(fd, 0, (off_t)file_size(bytes)) == 0)
        memory = file_map(fd, bytes);
    if (memory == NULL) {
        close(fd);
        return NULL;
    }
    cookie |= 1;
    memcpy((char *)memory + bytes, &cookie, sizeof(cookie));
    *inv = (struct invitation){.pid = getpid(), .fd = fd, .cookie = cookie};
    return memory;
}

/* In another PID namespace the number may be anybody's: read() before
 * mapping, so that a file that is too short does no harm. */
static void *file_attach(size_t bytes, const struct invitation *inv)
{
    char path[64];
    int64_t cookie = 0;
    void *memory = NULL;
    struct stat st;
    int fd;

    if (inv->cookie == 0)
        return NULL;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)inv->pid, (int)inv->fd);
    fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_size == (off_t)file_size(bytes) &&
        pread(fd, &cookie, sizeof(cookie), (off_t)bytes) == sizeof(cookie) &&
        cookie == inv->cookie)
        memory = file_map(fd, bytes);
    close(fd);
    return memory;
}

int sharedmem_open(MPI_Comm node, size_t bytes, void **memory)
{
    struct invitation inv = {.fd = -1};
    int rank, rc;

    *memory = NULL;
    rc = MPI_Comm_rank(node, &rank);
    if (rc != MPI_SUCCESS)
        return rc;
    if (rank == 0)
        *memory = file_create(bytes, &inv);
    rc = MPI_Bcast(&inv, INVITATION_WORDS, MPI_INT64_T, 0, node);
    if (rc == MPI_SUCCESS && rank != 0)
        *memory = file_attach(bytes, &inv);
    if (rc == MPI_SUCCESS)
        rc = patient_barrier(node);
    if (rank == 0 && inv.fd >= 0)
        close((int)inv.fd);
    if (rc != MPI_SUCCESS) {
        sharedmem_close(*memory, bytes);
        *memory = NULL;
    }
    return rc;
}

void sharedmem_close(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, file_size(bytes));
}
