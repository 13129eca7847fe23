# dsm.bats: shared arrays: dsm-barrier and its like by all ways that need no
# library, checked bit by bit; and what is refused.
# SPDX-License-Identifier: BSD-3-Clause

known=dsm-barrier:put-fence,p2p,shwin,trivial
all=($known,allgather,barrier dsm-jacobi:p2p,rma,shwin
    dsm-first-touch:get,shwin microshmem-put:put-fence,p2p)
# Method free has no slots, so no launch is late.
few=(--verify -c 1 -R 6 -M free --max-time 5)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# N cases, all run and none wrong.
right() {
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .launches > 0' "$1"
}

# On one rank there are no others; on five the last ones have no section of small
# arrays, and no rows of small grids. A first read needs a section of another rank's.
everything() {
    local most=$(($1 > 1 ? 4096 : 1048576))
    record "$1" "${all[@]}" -m 0,1000,4Ki,1Mi "${few[@]}"
    [ "$status" -eq 0 ]
    cases "if .op == \"dsm-first-touch\" and .bytes <= $most
        then .reason | test(\"has a section on rank 0 only\")
        else .mismatches == 0 and .launches > 0 end" 52
    record "$1" "${all[@]}" -m 40000 --changed=1 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and (.launches > 0 or .op == "dsm-first-touch")' 13
}
@test "1 rank: every algorithm brings what was changed, 0 to 1 MiB" { everything 1; }
@test "2 ranks: every algorithm brings what was changed, 0 to 1 MiB" { everything 2; }
@test "5 ranks: every algorithm brings what was changed, 0 to 1 MiB" { everything 5; }

@test "changed elements get to all who touched them" {
    for row in "halo 1" "halo 5000:own" "halo 512:foreign" "all 5000" "all 700:foreign"; do
        read -r touched changed <<<"$row"
        record 3 $known,barrier -n 2,3 -m 300000 --touched=$touched \
            --changed=$changed "${few[@]}"
        right 10
        cases ".param.touched == \"$touched\" and
            .param.changed == \"$changed\""
    done
}

@test "allgather brings what ranks changed in their own sections" {
    record 3 dsm-barrier:allgather -m 96Ki,300000 --changed=3000 \
        "${few[@]}"
    right 2
    record 3 $known,allgather --touched=all -m 300000 --changed=10:foreign \
        "${few[@]}"
    [ "$status" -eq 0 ]
    cases 'if .algo == "allgather"
        then .reason | test("in their own sections") else .mismatches == 0 end' 5
}

# Three sections of 96 KiB in 24 pages; in halo a rank touches a page of each
# neighbour, 300 of its own elements are in either. What does not apply is null.
@test "bytes, messages and pages are what they have to be" {
    record 3 $known,barrier -m 288Ki --changed=600 "${few[@]}"
    right 5
    cases '.figures.pages == (if .algo == "barrier" then null else 2 end) and
        .figures.compared == (if .algo == "trivial" then 294912 else null end)'
    cases '(.algo | IN("shwin", "barrier") | not) or
        .figures.messages == null and .figures.sent == null'
    cases '(.algo | IN("put-fence", "p2p") | not) or
        .figures.messages == 2 and .figures.sent == 600 * 8'
    cases '.algo != "trivial" or .figures.sent == 2 * 600 * 16 and
        .figures.memory == 2 * 294912 and .figures.messages == null'
    cases '.algo != "shwin" or .figures.memory == 98304'
    cases '.algo != "put-fence" or .figures.memory == 294912'
    record 3 dsm-barrier:p2p -m 288Ki --touched=all --changed=600 "${few[@]}"
    cases '.figures.pages == 48 and .figures.messages == 2 and
        .figures.sent == 2 * 600 * 8' 1
    # 4 rows of 12 elements on each rank: the one in the middle sends two
    record 3 dsm-jacobi:p2p,rma -m 1152 "${few[@]}"
    cases '.figures.sent == 2 * 12 * 8 and .figures.messages == 2 and
        .figures.memory == 2 * 6 * 12 * 8 and .figures.pages == null' 2
    record 3 dsm-jacobi:shwin -m 1152 "${few[@]}"
    cases '.figures.sent == null and .figures.messages == null' 1
    record 3 microshmem-put:put-fence,p2p -m 1001 "${few[@]}"
    cases '.figures.sent == 1001 and .figures.messages == 1' 2
}

@test "the barrier alone is part of the launch" {
    record 2 $known,allgather,barrier dsm-jacobi:p2p -m 64Ki --changed=100 \
        "${few[@]}" -R 20
    right 7
    cases 'if .op == "dsm-barrier" then
            .parts.barrier.median > 0 and .parts.barrier.median <= .median
        else .parts.compute.median > 0 and .figures.barrier > 0 and
            (.parts.compute.median + .figures.barrier - .median | fabs) < 1e-9
            and (.figures.share * .median - .figures.barrier | fabs) < 1e-9
        end'
}

@test "more changes than there is room for are refused, and why" {
    record 2 dsm-barrier -m 8Ki --changed=513 --verify
    [ "$status" -eq 0 ]
    cases '.reason == "--changed: 513: the section of rank 0 has 512 elements"'
    record 2 dsm-barrier -m 64Ki --changed=513:foreign --verify
    cases '.reason == "--changed: 513:foreign: the first page of the section " +
        "of rank 1 has 512 elements"'
    record 1 dsm-barrier -m 64Ki --changed=1:foreign --verify
    cases '.reason | test("there is only one rank")'
}

@test "an array that has no room is refused, and why" {
    nm "$top_builddir/mpiperf" | grep -q __asan && skip "it needs all addresses"
    mpiperf=$BATS_TEST_TMPDIR/limited
    printf '#!/bin/sh\nulimit -v 1500000\nexec "%s" "$@"\n' \
        "$top_builddir/mpiperf" >limited
    chmod +x limited
    record 2 microshmem-put:microshmem,p2p -m 8,1900Mi "${few[@]}"
    [ "$status" -eq 0 ]
    cases 'if .bytes == 8 then .mismatches == 0
        else .reason | test("not enough memory") end' 4
}

@test "doubles that were asked for" {
    record 2 dsm-jacobi -d double -m 512 "${few[@]}"
    right 1
    cases '.datatype == "double"'
}

# spoiled PRELOAD RANKS ARGUMENT...: what comes of calls that are not MPI's own;
# records in r.jsonl.
spoiled() {
    so=$top_builddir/tests/.libs/$1.so
    nm "$so" | grep -q __asan && skip "the address sanitizer comes first"
    rm -f r.jsonl
    run "$top_srcdir/tests/mpirun" "$2" env LD_PRELOAD="$so" \
        "$top_builddir/mpiperf" "${@:3}" --allow-na "${few[@]}" -o r.jsonl
    echo "$output"
    [ "$status" -eq 3 ]
}

@test "a put that misses by a byte is seen in every operation that has some" {
    spoiled preload-put 2 dsm-barrier:put-fence,p2p dsm-jacobi:rma,p2p \
        microshmem-put:put-fence,p2p -m 64Ki --changed=100
    cases '(.mismatches > 0) == (.algo != "p2p")' 6
}

@test "what other calls do not bring is seen too" {
    for touched in halo all; do
        spoiled preload-bring 2 dsm-barrier:p2p,allgather,trivial,put-fence,shwin \
            dsm-jacobi:p2p,rma dsm-first-touch:get,shwin \
            microshmem-put:p2p,put-fence -m 64Ki --changed=100 --touched=$touched
        cases '(.mismatches > 0) ==
            (.algo | IN("p2p", "allgather", "trivial", "get"))' 11
    done
}

@test "what the barrier alone cannot bring is not asked for, the rank's own is" {
    record 2 dsm-barrier:barrier --touched=all -m 64Ki --changed=100 "${few[@]}"
    right 1
}
