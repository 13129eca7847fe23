/* test_pack.c: packs and unpacks a bundle with empty messages, whose address
 * may be invalid. The undefined-behavior sanitizer checks that such an address
 * is not used. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"

#include "../wire.h"

UNIT_TEST(test_empty_messages)
{
    char data[] = "abcdefghijkl", stage[16] = "", got[] = "............";
    struct ms_shape bytes = {.size = 1, .extent = 1, .dense = true};
    struct ms_piece pieces[] = {
        {.displ = (MPI_Aint)data, .bytes = 0},
        {.displ = (MPI_Aint)data, .bytes = 8},
        {.displ = 0, .bytes = 0}, /* at address NULL */
        {.displ = (MPI_Aint)(data + 9), .bytes = 2},
        {.displ = 0, .bytes = 0},
    };
    struct ms_side side = {.pieces = pieces, .shapes = &bytes, .stage = stage};
    const struct ms_wire all = {.n = 5, .bytes = 10},
                         none = {.first = 2, .n = 1};

    assert_int_equal(ms_pack(&side, &all, NULL, MPI_COMM_NULL), MPI_SUCCESS);
    assert_string_equal(stage, "abcdefghjk");
    pieces[1].displ = (MPI_Aint)got;
    pieces[3].displ = (MPI_Aint)(got + 9);
    assert_int_equal(ms_unpack(&side, &all, NULL, MPI_COMM_NULL), MPI_SUCCESS);
    assert_string_equal(got, "abcdefgh.jk.");

    side.stage = NULL; /* 0 bytes need no stage */
    assert_int_equal(ms_pack(&side, &none, NULL, MPI_COMM_NULL), MPI_SUCCESS);
    assert_int_equal(ms_unpack(&side, &none, NULL, MPI_COMM_NULL), MPI_SUCCESS);
}
