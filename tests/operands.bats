# operands.bats: operations on operands of every kind, checked bit by bit; the MPI makes no
# difference (ops.bats has what it makes one for).
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/tests/ops.bash"

# Buffers, requests and windows of many slots. All operations would fill
# gigabytes: one of each kind.
@test "cold buffers and another root than 0 give the right results" {
    record 2 bcast_init ialltoall get_fence -b cold -r 1 -m 512Ki "${few[@]}"
    verified
    jq -es '[.[] | select(.type == "case") | .root] | unique == [0, 1]' r.jsonl
}

@test "blocks of different sizes are right, by every rule" {
    for rule in "equal --in-place" linear "spike --in-place" random:7; do
        record 3 $(ops '.counts != null') --counts=$rule -m 0,1,1000 "${few[@]}"
        verified
    done
}

@test "user-defined reductions, commutative or not, in place or not" {
    for arguments in "--op=user-affine" "--op=user-sum --in-place"; do
        record 5 '*reduce*' '*scan*' -d int64 $arguments -m 8,64Ki "${few[@]}"
        verified
        arguments=${arguments% *}
        jq -es --arg op "${arguments#--op=}" '
            map(select(.type == "case" and .reduction != null)) |
            length > 0 and all(.reduction == $op)' r.jsonl
    done
}

# `each`: p2p.bats.
@test "pairs of neighbours and of halves get the right messages" {
    for pairs in "5 neighbors" "4 halves"; do
        record ${pairs% *} $(ops '.pairs != null') --pairs=${pairs#* } -m 1000 "${few[@]}"
        verified
    done
}
