# ops.bats: every operation there is, checked bit by bit; and that the check
# notices what is wrong. A new operation is tested without a word here.
# SPDX-License-Identifier: BSD-3-Clause

. "$top_srcdir/tests/ops.bash"

everything() {
    record "$1" '*' -m 0,1,1Ki,64Ki "${few[@]}"
    verified
    # all that is listed has a row, as lacking where it says so
    "$top_srcdir/tests/mpirun" 1 "$top_builddir/mpiperf" --list >list
    awk '$1 == "operation" { print $2 }' list | sort >listed
    jq -r 'select(.type == "case") | .op' r.jsonl | sort -u | cmp - listed
    awk '$1 == "operation" && /\(not in this MPI: / { print $2 }' list |
        sort >lacking
    jq -r 'select(.reason // "" | startswith("not in this MPI")) | .op' \
        r.jsonl | sort -u | cmp - lacking
}

@test "2 ranks: every operation is right, or known not to work, 0 to 64 KiB" { everything 2; }
@test "5 ranks: every operation is right, or known not to work, 0 to 64 KiB" { everything 5; }

@test "operations in place are right, with every root" {
    record 3 '*' --in-place -r all -m 1000 "${few[@]}"
    verified
    jq -es '[.[] | select(.type == "case") | .root] | unique == [0, 1, 2]' \
        r.jsonl
    [ "$(jq -s 'map(select(.in_place)) | length' r.jsonl)" -gt 0 ]
}

@test "elements with gaps are right in every operation" {
    for datatype in vector indexed; do
        record 3 '*' -d $datatype -m 1,1000 "${few[@]}"
        verified
        jq -es --arg d $datatype 'map(select(.type == "case" and .bytes > 0)) |
            all(.datatype == $d)' r.jsonl
    done
}

# Where both neighbours in a dimension of the torus are one rank (2 x 2), libraries swap
# blocks; with 3 x 3 they do not.
@test "neighbours get the right blocks on every topology" {
    for topology in grid graph torus ring; do
        [ $topology = graph ] && n=4 || n=9
        record $n $(ops '.topology != null') --topology=$topology -m 1000 \
            --counts=random:3 "${few[@]}"
        verified
    done
    record 4 $(ops '.topology != null') --topology=torus -m 1000 --counts=random:3 "${few[@]}"
    verified
}

# A rank without a peer makes no request that a later collective would inherit (MPICH 4.0).
@test "persistent collectives are right after persistent messages that not every rank has part in" {
    record 3 '*send_init' '*_init' -m 8 "${few[@]}" --stuck-after=20
    verified
}

# bats test_tags=once
@test "a wrong bit, a missing block, swapped blocks: seen in every operation" {
    record 3 --plugin "$top_builddir/tests/.libs/faults.so" \
        '*:fault-byte,fault-missing,fault-swapped' -m 1Ki "${few[@]}"
    [ "$status" -eq 3 ]
    grep -Eq ' bcast:fault-byte at 1 KiB: .*[0-9]+ WRONG RESULTS, first: rank [12], receive block 0, '\
'element 512: expected 0x[0-9a-f]+, found 0x[0-9a-f]+;' <<<"$output"
    # where there is data it is wrong, and where there is none it is not; a new
    # window has bytes, but none arrives;
    # operations without a call of their own can't be run by others (dsm.bats)
    rows "($lacks | not) and .reason != \"the operation has no call, only algorithms\"
        and (.bytes > 0 and .op != \"win_allocate\") != (.mismatches > 0)" | tee bad
    [ ! -s bad ]
    [ "$(rows '.mismatches > 0' | awk '{ print $2 }' | sort -u |
        tr '\n' ' ')" = "fault-byte fault-missing fault-swapped " ]
}

@test "shared arrays by every way that needs no library; requests behind a computation" {
    record 3 dsm-barrier:put-fence,p2p,shwin,trivial,allgather dsm-jacobi:p2p,rma,shwin \
        dsm-first-touch:get,shwin microshmem-put:put-fence,p2p -m 40000 "${few[@]}"
    verified
    record 3 '*:native,overlap' -m 0,1Ki -P overlap.tests=2 -P overlap.compute=2 "${few[@]}"
    [ "$status" -eq 0 ]
    jq -es '.[-1].status == "complete" and .[-1].mismatches == 0 and
        ([.[] | select(.algo == "overlap") | .op] | unique | length) > 20' r.jsonl
}

# still_wrong N ARGUMENT...: where the table of faults has it, trying it does not work. It
# may hang. Two launches are enough to ask whether the table has it.
still_wrong() {
    local n=$1
    shift
    record "$n" "${few[@]}" "$@" -c 1 -R 2
    [ "$status" -eq 0 ]
    [ -n "$(rows "$lacks")" ] || return 0
    MPIRUN_TIMEOUT=5 mpiperf=$top_builddir/tests/mpiperf-trusting \
        record "$n" "${few[@]}" "$@" --stuck-after=2
    if [ "$status" -eq 0 ] && records r.jsonl 1 &&
        cases '.launches > 0 and .reason == null'; then
        echo "this MPI gets it right: $n $*"
        return 1
    fi
}

# Each row of src/ops/defects.def has a case. Cases with more bytes than an int holds need
# gigabytes of memory.
@test "what this MPI is known to get wrong is still wrong" {
    "$top_builddir/src/ops/test/defects" shown >shown
    [ -s shown ]
    while read -r line <&3; do
        [[ $line != *2100Mi* ]] || [ -n "$CHECK_LONG" ] || continue
        still_wrong $line
    done 3<shown
}
