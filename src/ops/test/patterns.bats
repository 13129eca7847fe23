# patterns.bats: the messages of operation `exchange`: all patterns on several
# numbers of ranks, with each message verified; and sets from files.
# SPDX-License-Identifier: BSD-3-Clause

few=(--verify -c 1 -R 1 -P window.init=2 --max-time 0.2)

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# exchanged PATTERN N N N N [OPTION]...: checks that 2, 3, 4 and 7 ranks exchange
# N messages each, all correct.
exchanged() {
    local messages="{\"2\": $2, \"3\": $3, \"4\": $4, \"7\": $5}"
    record 7 exchange --pattern="$1" --procs 2,3,4,7 -m 0,8,3000 -M free "${few[@]}" \
        "${@:6}"
    [ "$status" -eq 0 ]
    cases ".mismatches == 0 and (.message_rate * .median + 0.5 | floor) ==
        ${messages}[.procs | tostring]" 12
}

# Which messages each pattern has: test_pattern.c, test_both_ends.
@test "few and many messages, equal and random sizes, 2, 3, 4 and 7 ranks, bit by bit" {
    exchanged grid 2 4 8 12
    exchanged halo3d:2 104 156 208 364
    exchanged random 2 6 12 42 -d int64
    exchanged pair:300 300 300 300 300
    exchanged incast 1 2 3 6
    exchanged outcast 1 2 3 6
}

# A set with nodes, tags and counts, and with messages to itself and empty ones.
three() {
    printf '%s\n' '# msgsched 1' 'ranks 3' 'repeat 9' 'node 0 5' 'node 1 0' \
        'node 2 5' '0 1 8' '0 1 16 3 20' '2 2 24' '1 0 0' '0 1 8' '2 0 80000 9' \
        '1 0 64Ki 0 2' "$@" >three.msgs
}

@test "more messages than are told at once" {
    { printf '# msgsched 1\nranks 4\n'
        seq 0 4999 | awk '{ print $1 % 4, int($1 / 4) % 4, $1 % 97, $1 % 3 }'
    } >many.msgs
    record 4 exchange --pattern=many.msgs -M free "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and (.message_rate * .median + 0.5 | floor) == 5000' 1
}

@test "a file is one case, whatever -m says; its bytes are the total" {
    three
    record 4 exchange --pattern=./three.msgs --procs 2,3,4 -m 1,8,64Ki "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.bytes == 211432 and .count == 211432 and .mismatches == 0 and
        .param == {"pattern": "./three.msgs", "gap": 0,
            "digest": "37d0cd114706c638"}' 3
    cases 'if .procs == 3 then .seconds > 0 else
        .reason == "./three.msgs is for 3 ranks" and .valid == 0 end'
    # another operation in the same run has the sizes of -m
    record 3 exchange bcast --pattern=three.msgs -d int64 -m 8,64 "${few[@]}"
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case") | [.op, .bytes, .count, .mismatches]) ==
        [["exchange", 211432, 26429, 0], ["bcast", 8, 1, 0], ["bcast", 64, 8, 0]]' r.jsonl
}

@test "more messages of a rank than memory should hold are a reason" {
    many() {
        printf '%s\n' '# msgsched 1' 'ranks 3' "${@:2}" >many.msgs
        record 3 exchange --pattern=many.msgs "${few[@]}"
        [ "$status" -eq 0 ]
        jq -es --arg reason "many.msgs: rank $1 more than 4194304 messages" '
            map(select(.type == "case")) | length == 1 and
            all(.valid == 0 and .reason == $reason)' r.jsonl
    }
    many '1 sends' '0 1 8' '1 2 8 0 134217720'
    many '2 receives' '0 2 8 0 4000000' '1 2 8 0 194305'
}

@test "what has no room on some ranks is measured on none" {
    record 3 exchange --pattern=pair:1000000 -m 16384Gi "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.valid == 0 and (.reason | endswith("buffers larger than the address space"))' 1
}

@test "rates are of the file's messages; --resume finds its case, and no other set's" {
    three
    mpiperf 3 exchange --pattern=three.msgs -M free -c 3 -R 5 -o r.jsonl
    [ "$status" -eq 0 ]
    cases 'def near($x): . > 0.9999 * $x and . < 1.0001 * $x;
        (.message_rate * .median | near(27)) and
        (.bandwidth * .median | near(211432))' 1
    mpiperf 3 exchange --pattern=three.msgs -M free -c 3 -R 5 -o r.jsonl --resume
    [ "$status" -eq 0 ]
    cases '.bytes == 211432' 1
    # another set with the same number of bytes
    sed -i 's/^2 2 24/2 1 24/' three.msgs
    mpiperf 3 exchange --pattern=three.msgs -M free -c 3 -R 5 -o r.jsonl --resume
    [ "$status" -eq 0 ]
    cases '.bytes == 211432' 2
    jq -es 'map(select(.type == "case").param.digest) | unique | length == 2' r.jsonl
}

@test "rank 0 alone need see the file" {
    three
    mkdir elsewhere
    cat >there <<'END'
[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] || cd elsewhere
exec "$@"
END
    run "$top_srcdir/tests/mpirun" 3 sh there "$top_builddir/mpiperf" exchange \
        --pattern=three.msgs "${few[@]}" --allow-na -o "$PWD/r.jsonl"
    echo "$output"
    [ "$status" -eq 0 ]
    cases '.mismatches == 0 and .seconds > 0'
}

@test "files that are wrong, or can't be read, are refused" {
    printf '%s\n' '# msgsched 1' 'ranks 2' 'node 0 0' '0 1 8' >wrong.msgs
    mpiperf 2 exchange --pattern=wrong.msgs -m 8
    [ "$status" -eq 2 ]
    grep -qx "mpiperf: wrong.msgs:4: no line 'node 1 K', but such lines for other ranks" <<<"$output"
    ! grep -q '^exchange' <<<"$output" || false
    mpiperf 2 exchange --pattern=./none -m 8
    [ "$status" -eq 2 ]
    grep -qx 'mpiperf: ./none: No such file or directory' <<<"$output"
    mpiperf 2 exchange --pattern=./ -m 8
    [ "$status" -eq 2 ]
    grep -qx 'mpiperf: ./: not a regular file' <<<"$output"
}
