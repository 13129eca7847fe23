# dsm-refnuma.bats: librefnuma and microshmem as algorithms of the dsm operations: what
# arrives, what is counted, what is refused.
# SPDX-License-Identifier: BSD-3-Clause

# Method free has no slots, so no launch is late.
few=(--verify -c 1 -R 3 -M free --max-time 5)
ways=refnuma,refnuma@detect=twin,refnuma@first_read=deliver
ways=$ways,refnuma@touch=call,refnuma@check=1

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# right N OP:ALGORITHMS ARGUMENT...: what has to be there is there on N ranks; records
# in r.jsonl.
right() {
    record "$1" "$2" "${few[@]}" "${@:3}"
    [ "$status" -eq 0 ]
    jq -es '.[-1].mismatches == 0' r.jsonl
    cases '.reason == null and .launches > 0 and .mismatches == 0'
}

# Every way; several sizes; nothing, little and much changed. Elements of others take two
# ranks.
@test "1, 2 and 3 ranks: all that was changed is where it is read" {
    local barrier=(3 "dsm-barrier:$ways")
    right "${barrier[@]}" -n 1,2,3 -m 8,40,4104,1Mi --touched=halo
    right "${barrier[@]}" -n 1,2,3 -m 1000000 --touched=halo --changed=1500
    right "${barrier[@]}" -n 1,2,3 -m 1000000 --touched=all --changed=1500
    cases '.procs | IN(1, 2, 3)' 15
    right "${barrier[@]}" -n 2,3 -m 1000000 --touched=all --changed=700:foreign
}

@test "written pages are found by userfaultfd where the kernel has it" {
    na="" record 2 dsm-barrier:refnuma@detect=uffd "${few[@]}" -m 1Mi --touched=all \
        --changed=100
    if [ "$status" -ne 0 ]; then
        cases '.launches == 0 and (.reason | test("userfaultfd"))' 1
        [ -z "$REFNUMA_NEEDS_UFFD" ]
        skip "no userfaultfd here"
    fi
    cases '.params.uffd and .mismatches == 0' 1
    # Nothing but what was written is compared: 100 elements lie on as many pages.
    cases '.figures.compared == 4096 * 100' 1
    # With --touched=all every page is shared; the changed elements are spread, so each is
    # a run of its own.
    cases '.figures.sent == 16 + 100 * 16 and .figures.messages == 1 and
        .figures.pages == 128' 1
    right 2 dsm-barrier:refnuma@detect=twin -m 1Mi --touched=all --changed=100
    cases '.figures.compared == 4096 * 256' 1
}

@test "bytes and messages are what the differences need" {
    # The 512 elements of a page, as one run, to each neighbour; two ranks are one
    # another's only neighbour, and have both pages in one message.
    right 3 dsm-barrier:refnuma -m 1Mi --touched=halo --changed=1024
    cases '.figures.sent == 2 * (16 + 8 + 4096) and .figures.messages == 2 and
        .figures.pages == 2' 1
    right 2 dsm-barrier:refnuma -m 1Mi --touched=halo --changed=1024
    cases '.figures.sent == 16 + 2 * (8 + 4096) and .figures.messages == 1' 1
    # Nothing changed: no message; its own 64 pages, four foreign pages or with twins.
    right 2 dsm-barrier:refnuma -m 512Ki --touched=halo
    cases '.figures.sent == 0 and .figures.messages == 0' 1
    # Own pages, foreign pages, and a twin of each of these and of those read there
    cases '.figures.memory == 4096 * (64 + 2 + 4)' 1
}

@test "foreign changes go to the owner, and back to who touched the page" {
    # To the owner: a run of ten; from the owner: the same to the writer.
    right 3 dsm-barrier:refnuma -m 1Mi --touched=halo --changed=10:foreign
    cases '.figures.sent == 2 * (16 + 8 + 80) and .figures.messages == 4' 1
}

@test "a solver has the same grid, by whatever brings it" {
    right 4 dsm-jacobi:refnuma,refnuma@detect=twin,p2p \
        -n 1,2,3,4 -m 8,128Ki,1000000
    cases '.procs | IN(1, 2, 3, 4)' 36
    # 512 x 512: a row is a page, and goes to each neighbour.
    right 3 dsm-jacobi:refnuma -m 2Mi
    cases '.figures.messages == 2 and .figures.pages == 4 and .figures.sent > 4096' 1
}

@test "first reads: what the owner has, or anything" {
    right 3 dsm-first-touch:refnuma,refnuma@first_read=deliver,refnuma@touch=call,shwin \
        -m 12Ki,1Mi
    record 1 dsm-first-touch:refnuma "${few[@]}" -m 1Mi
    cases '.reason | test("has a section on rank 0 only")' 1
}

@test "microshmem's puts: every byte, counted" {
    right 3 microshmem-put:microshmem,put-fence,p2p -n 1,2,3 -m 1,8,1000,1Mi
    cases '.procs | IN(1, 2, 3)' 36
    # To both neighbours, one of them empty; two words and the data.
    right 3 microshmem-put:microshmem -m 1000
    cases '.figures.messages == 2 and .figures.sent == 16 + 1000' 1
}

@test "what cannot be is refused with the reason" {
    mpiperf 1 dsm-barrier -m 8 -P refnuma.detect=eyes
    [ "$status" -ne 0 ]
    [[ "$output" == *"refnuma.detect: 'eyes': not auto, twin or uffd"* ]]
    mpiperf 1 dsm-barrier:refnuma@detect=uffd@touch=call -m 8 "${few[@]}"
    [[ "$output" == *": touch=call needs detect=twin, because it watches no pages"* ]]
}

@test "Global Arrays, or that there are none" {
    record 2 dsm-barrier:ga,refnuma "${few[@]}" -m 1Mi --touched=all --changed=100
    if [[ "$output" == *"without Global Arrays"* ]]; then
        cases '(.algo == "ga") == (.reason != null)' 2
    else
        [ "$status" -eq 0 ]
        cases '.reason == null and .mismatches == 0' 2
        right 3 dsm-barrier:ga -m 100000 --touched=halo --changed=10:foreign
    fi
}
