/* mpi_types.c: derived datatypes, which may differ between ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../stream.h"
#include "algos/type.h"

/* An element of every kind holds UNIT ints, so different ranks may use
 * different kinds: the message is always the same ints, in the order of the
 * type map of the kind. */
enum { UNIT = 30, NKINDS = 9 };

static MPI_Datatype kind_type(int kind)
{
    static const int lengths[] = {1, 9, 20}, displs[] = {0, 3, 15};
    static const int halves[] = {UNIT / 2, UNIT / 2}, swapped[] = {UNIT / 2, 0};
    MPI_Datatype ints[] = {MPI_INT, MPI_INT}, t;
    MPI_Datatype u = MPI_DATATYPE_NULL, wide = MPI_DATATYPE_NULL;

    switch (kind) {
    case 0:
        MPI_Type_contiguous(UNIT, MPI_INT, &t);
        break;
    case 1:
        MPI_Type_vector(UNIT / 3, 3, 4, MPI_INT, &t);
        break;
    case 2:
        MPI_Type_indexed(3, lengths, displs, MPI_INT, &t);
        break;
    case 3:
        MPI_Type_create_struct(2, (int[]){10, 20}, (MPI_Aint[]){8, 60}, ints,
                               &u);
        MPI_Type_create_resized(u, 0, 160, &t);
        break;
    case 4: /* size, extent and true extent are equal */
        MPI_Type_indexed(2, halves, swapped, MPI_INT, &t);
        break;
    case 5: /* blocks of 5 ints, each at a lower address than the last */
        MPI_Type_create_hvector(UNIT / 5, 5, -28, MPI_INT, &t);
        break;
    case 6:
        MPI_Type_create_resized(MPI_INT, -4, 12, &wide);
        MPI_Type_contiguous(UNIT / 2, wide, &u);
        MPI_Type_vector(2, 1, 2, u, &t);
        break;
    case 7: /* dense, but the first byte is not at 0 */
        MPI_Type_create_hindexed_block(1, UNIT, &(MPI_Aint){16}, MPI_INT, &u);
        MPI_Type_dup(u, &t);
        break;
    default: /* a dense type made of dense types */
        MPI_Type_vector(UNIT / 6, 2, 2, MPI_INT, &u);
        MPI_Type_vector(1, 3, 7, u, &t);
    }
    if (u != MPI_DATATYPE_NULL)
        MPI_Type_free(&u);
    if (wide != MPI_DATATYPE_NULL)
        MPI_Type_free(&wide);
    return t;
}

/* Memory for [count] elements of a type, whatever its bounds are. */
struct field {
    char *memory;
    void *buf;
    size_t size;
};

static struct field field_init(MPI_Datatype type, size_t count)
{
    MPI_Count lb, extent, tlb, text, low, high;
    struct field fd;

    AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    AS_COUNT(MPI_Type_get_true_extent)(type, &tlb, &text);
    low = tlb + (extent < 0 ? (MPI_Count)(count - 1) * extent : 0);
    high = tlb + text + (extent > 0 ? (MPI_Count)(count - 1) * extent : 0);
    fd.size = (size_t)(high - low) + 128;
    fd.memory = test_alloc(fd.size);
    memset(fd.memory, 0x5a, fd.size);
    fd.buf = fd.memory + 64 - low;
    return fd;
}

static void unpack(const int *ints, struct field *fd, MPI_Datatype type,
                   size_t count)
{
    int position = 0, size = (int)(count * UNIT * sizeof(int));

    MPI_Unpack((void *)ints, size, &position, fd->buf, (int)count, type,
               MPI_COMM_SELF);
}

/* Broadcasts [count] elements of one kind, [join] of which form one element of
 * the call. Other ranks may use another kind. */
static void one_mix(struct engine *h, int kind, size_t count, int join,
                    int root)
{
    MPI_Datatype one = kind_type(kind), type;
    struct field got, want;
    int *ints = test_alloc(count * UNIT * sizeof(int));

    MPI_Type_contiguous(join, one, &type);
    MPI_Type_commit(&one);
    MPI_Type_commit(&type);
    test_fill(ints, count * UNIT * sizeof(int), (unsigned)count);
    got = field_init(one, count);
    want = field_init(one, count);
    unpack(ints, &want, one, count);
    if (test_rank == root)
        memcpy(got.memory, want.memory, want.size);
    EXPECT(engine_bcast(got.buf, (MPI_Count)count / join, type, root, h) ==
           MPI_SUCCESS);
    EXPECT(memcmp(got.memory, want.memory, want.size) == 0);
    free(got.memory);
    free(want.memory);
    free(ints);
    MPI_Type_free(&one);
    MPI_Type_free(&type);
}

void case_dense(void)
{
    for (int kind = 0; kind < NKINDS; kind++) {
        MPI_Datatype type = kind_type(kind);

        if (kind < 7)
            EXPECT(sb_type_dense(type) == (kind == 0));
        MPI_Type_free(&type);
    }
}

void case_types(struct engine *h)
{
    static const size_t counts[] = {1, 34, 35, 250, 1000};

    for (int base = 0; base < NKINDS; base++)
        for (int i = 0; i < 5; i++) {
            one_mix(h, (base + test_rank) % NKINDS, counts[i], 1,
                    base % test_size);
            /* only the root's ints are contiguous, or only the others' are */
            one_mix(h, test_rank == 0 ? 0 : base, counts[i], 1, i % test_size);
        }
}

/* Elements larger than a fragment, and larger than the whole queue. */
void case_bigelements(struct engine *h)
{
    for (int join = 90; join <= 9000; join *= 10)
        for (int i = 0; i < 2; i++)
            one_mix(h, (test_rank + i) % 2, 3 * (size_t)join, join,
                    join / 90 % test_size);
}

static struct sb_stream stream_of(void *buf, MPI_Datatype type, size_t count,
                                  struct sb_stage *stage, size_t pack_max)
{
    MPI_Count lb, extent, size;

    AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    AS_COUNT(MPI_Type_size)(type, &size);
    return (struct sb_stream){
        .at = buf,
        .type = type,
        .extent = (MPI_Aint)extent,
        .elem = (size_t)size,
        .left = count,
        .stage = stage,
        .pack_max = pack_max,
        .comm = MPI_COMM_SELF,
    };
}

static void copy_pieces(struct sb_stream *st, char *packed, size_t bytes,
                        size_t piece, enum sb_direction way)
{
    for (size_t at = 0; at < bytes; at += piece)
        EXPECT(sb_stream_copy(st, packed + at,
                              bytes - at < piece ? bytes - at : piece,
                              way) == MPI_SUCCESS);
}

/* Packs and unpacks [count] elements in pieces of [piece] bytes each. */
static void in_pieces(int kind, size_t count, size_t piece, size_t pack_max)
{
    size_t bytes = count * UNIT * sizeof(int);
    MPI_Datatype type = kind_type(kind);
    char *ints = test_alloc(bytes), *packed = test_alloc(bytes);
    struct sb_stage stage = {0};
    struct field want, got;
    struct sb_stream st;

    MPI_Type_commit(&type);
    test_fill(ints, bytes, (unsigned)kind);
    want = field_init(type, count);
    got = field_init(type, count);
    unpack((int *)(void *)ints, &want, type, count);
    st = stream_of(want.buf, type, count, &stage, pack_max);
    copy_pieces(&st, packed, bytes, piece, SB_PACK);
    EXPECT(memcmp(packed, ints, bytes) == 0);
    st = stream_of(got.buf, type, count, &stage, pack_max);
    copy_pieces(&st, packed, bytes, piece, SB_UNPACK);
    EXPECT(memcmp(got.memory, want.memory, want.size) == 0);
    free(want.memory);
    free(got.memory);
    free(stage.bytes);
    free(ints);
    free(packed);
    MPI_Type_free(&type);
}

/* The packed form is the data without headers, and can be cut anywhere. */
void case_packed(void)
{
    static const size_t pieces[] = {1, 7, 119, 120, 121, 1000, 100000};

    for (int kind = 0; kind < NKINDS; kind++)
        for (int i = 0; i < 7; i++)
            in_pieces(kind, 17, pieces[i], INT_MAX);
}

/* Elements that are too large for one MPI_Pack(), with a smaller limit for
 * tests. */
void case_giant(void)
{
    for (int kind = 0; kind < NKINDS; kind++) {
        in_pieces(kind, 9, 100, 100);
        in_pieces(kind, 9, 1000, 119);
    }
}

/* More predefined types, in turn, than a handle can remember. */
void case_named(struct engine *h)
{
    const MPI_Datatype types[] = {MPI_INT,   MPI_DOUBLE, MPI_CHAR,
                                  MPI_SHORT, MPI_FLOAT,  MPI_LONG_DOUBLE};

    for (unsigned i = 0; i < 120; i++) {
        MPI_Datatype type = types[i % (2 + i / 24)];
        char buf[7 * 16 + 1] = {0};
        int size, root = (int)i % test_size;

        MPI_Type_size(type, &size);
        if (test_rank == root)
            test_fill(buf, 7 * (size_t)size, i);
        EXPECT(engine_bcast(buf, 7, type, root, h) == MPI_SUCCESS);
        EXPECT(test_same(buf, 7 * (size_t)size, i));
        EXPECT(buf[7 * size] == 0);
    }
}
