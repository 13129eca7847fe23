# plugin.bats: operations and algorithms from shared objects, as somebody who
# has only what is installed makes them; and a library put before MPI's own.
# What is refused: plugin-wrong.bats.
# SPDX-License-Identifier: BSD-3-Clause

few=(-m 0,1,1000 --verify -c 1 -R 1 -P window.init=1 --max-time 0.2)

setup_file() {
    . "$top_srcdir/tests/installed.bash"
    as_installed mpiperf-plugin
    cflags=$($PKG_CONFIG --cflags mpiperf-plugin)
    mpiperf=$(find "$top_builddir/tests/installed" -path '*/bin/mpiperf')
    export cflags mpiperf
}

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    for example in linear_bcast mirror messages dirty; do
        cp "$top_srcdir/doc/plugin/$example.c" .
    done
}

# compile FILE.c: as its head says, and without a warning.
compile() {
    $CC $cflags -std=c11 -Wall -Wextra -Werror -pedantic -O2 -shared -fPIC \
        "$1" -o "${1%.c}.so"
}

# variant EXAMPLE SED-SCRIPT: wrong.so, of the example with a mistake.
variant() {
    sed "$2" "$1.c" >wrong.c
    [ "$(cat wrong.c)" != "$(cat "$1.c")" ]
    $CC $cflags -w -shared -fPIC wrong.c -o wrong.so
}

@test "the installed headers stand by themselves" {
    for header in op.h params.h; do
        echo "#include <mpiperf/$header>" >alone.c
        echo "int main(void) { return 0; }" >>alone.c
        $CC $cflags -std=c11 -Wall -Wextra -Werror -pedantic -c alone.c
    done
    [[ "$cflags" == *"-I$prefix/include"* ]]
}

@test "an example's algorithm beside the MPI library's own" {
    compile linear_bcast.c
    record 3 --plugin linear_bcast.so bcast:native,linear "${few[@]}" -r all
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .algo == "linear")) |
        length == 9 and all(.mismatches == 0 and .seconds > 0)' r.jsonl
}

@test "an example's operation, checked bit by bit" {
    compile mirror.c
    record 3 mirror --plugin ./mirror.so -n 1,2,3 "${few[@]}"
    [ "$status" -eq 0 ]
    cases '.op == "mirror" and .mismatches == 0 and .seconds > 0' 9
    mpiperf 3 mirror --plugin "$PWD/mirror.so" -d vector -b cold "${few[@]}"
    [ "$status" -eq 0 ]
}

@test "an example whose messages come from a file, by an option of its own" {
    compile messages.c
    printf '0 1 100\n0 1 5\n1 0 70000\n2 0 3\n1 2 0\n2 2 9\n' >list
    faults=(--plugin "$top_builddir/tests/.libs/faults.so" --plugin messages.so)
    record 3 "${faults[@]}" messages:native,fault-byte,fault-missing \
        --messages=list -b cold "${few[@]:2}"
    [ "$status" -eq 3 ]
    cases '.param.messages == "list" and .seconds > 0 and
        (.mismatches > 0) == (.algo != "native")' 3
    record 3 --plugin messages.so messages --messages=none "${few[@]:2}"
    cases '.reason | test("file"; "i")' 1
    mpiperf 1 --plugin messages.so --help
    [[ "$output" == *"--messages=FILE"*"file of lines FROM TO COUNT"* ]]
    mpiperf 1 --plugin messages.so barrier --messages=list
    [ "$status" -eq 2 ]
    [[ "$output" == *"--messages: no operation named has this option"* ]]
}

@test "an example with memory of its own, figures, and a check of its own" {
    compile dirty.c
    mpiperf 2 --plugin dirty.so dirty -m 0,1,1000 -P dirty.bytes=7 \
        "${few[@]:2}" -M free -c 3 -R 5 -o r.jsonl -o r.csv
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) | length == 3 and
        all(.mismatches == 0 and .open > 0 and .param == {"bytes": 7} and
            (.figures | .changed >= 21 and .calls == 2 * .changed / 7)) and
        any(.before > 0)' r.jsonl
    [[ $(head -n 1 r.csv) == *,params,figures_changed,figures_calls ]]
    [ "$(sed 's/.*,//' r.csv | tail -n 3 | jq -cs .)" = \
        "$(jq -cs 'map(.figures.calls // empty)' r.jsonl)" ]
    [[ "$output" == *"  figures.changed  figures.calls"* ]]
    variant dirty 's/(char)(launch + i)/(char)i/'
    mpiperf 2 --plugin wrong.so dirty -m 1000 "${few[@]:2}"
    [ "$status" -eq 3 ]
    mpiperf 1 --plugin dirty.so dirty -b cold
    [ "$status" -eq 2 ]
    [[ "$output" == *": dirty allocates its own memory"* ]]
}

@test "a parameter of a plug-in's algorithm; its variants have rows of their own" {
    cp "$top_srcdir/tests/plugin-param.c" .
    compile plugin-param.c
    plugin=(--plugin plugin-param.so "${few[@]}")
    mpiperf 1 --list --plugin plugin-param.so
    grep -q '^parameter  *plus.value  *what is added.*(default: 0)' <<<"$output"
    mpiperf 2 allgather:plus "${plugin[@]}" -P plus.valve=7
    [ "$status" -eq 2 ]
    mpiperf 2 allgather:native,plus,plus@value=7 "${plugin[@]}" -o v.jsonl
    [ "$status" -eq 3 ]
    jq -es 'map(select(.type == "case")) | length == 9 and
        all((.mismatches > 0) ==
            (.algo == "plus@value=7" and .bytes > 0)) and
        ([.[] | .given.value // "none"] | unique == ["7", "none"])' v.jsonl
    # --resume: what was wrong is measured again, and nothing else
    mpiperf 2 allgather:native,plus,plus@value=0 "${plugin[@]}" --resume \
        -o v.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .algo == "plus@value=0")) |
        length == 3' v.jsonl
}

@test "counts that no int holds are for algorithms that can" {
    compile linear_bcast.c
    compile mirror.c
    record 2 bcast:linear mirror --plugin linear_bcast.so \
        --plugin mirror.so -m 4100Mi
    [ "$status" -eq 0 ]
    # records come as cases are done, which are visited in random order
    jq -es 'map(select(.type == "case")) | sort_by(.op) | map(.reason) |
        length == 2 and
        (.[0] | test("counts and displacements are limited to int")) and
        (.[1] | test("^no call for"))' r.jsonl
}

@test "an example gone wrong: exit 3" {
    variant mirror 's/\.first = other(a)/.first = a->rank/'
    mpiperf 2 mirror --plugin wrong.so "${few[@]}"
    [ "$status" -eq 3 ]
    variant linear_bcast 's/(int)a->count,/(int)a->count - 1,/'
    record 2 bcast:native,linear --plugin wrong.so -m 1000 "${few[@]:2}"
    [ "$status" -eq 3 ]
    cases '(.mismatches > 0) == (.algo == "linear")'
}

@test "several plug-ins, listed wherever they are named" {
    compile linear_bcast.c
    compile mirror.c
    mpiperf 1 --plugin=mirror.so -l --plugin linear_bcast.so
    [ "$status" -eq 0 ]
    grep -q '^operation  *mirror  *MPI_Sendrecv between' <<<"$output"
    grep -q '^algorithm  *bcast:linear  *the root sends' <<<"$output"
    grep -q '^operation  *bcast  ' <<<"$output"
}

@test "--rewrite: each launch sends other data, and the record says so" {
    cp "$top_srcdir/tests/plugin-param.c" .
    compile plugin-param.c
    for how in "" --rewrite "--rewrite -b cold --in-place"; do
        record 3 --plugin plugin-param.so allgather:native,same -m 8,1000 -R 200 -M free \
            --max-time 10 $how
        [ "$status" -eq 0 ]
        jq -es --arg how "$how" 'map(select(.type == "case")) | length == 4 and
            all(.memory.rewrite == (if $how == "" then null else true end)) and
            (map(select(.algo == "same").figures.same) | length == 2 and
                all(if $how == "" then . > 10 else . == 0 end))' r.jsonl
    done
}

@test "the paper's way: an MPI_Bcast preloaded is what native measures" {
    objects=$top_builddir/tests/.libs
    nm "$objects/preload-bcast.so" | grep -q __asan &&
        skip "the address sanitizer wants to be loaded first"
    preloaded() {
        run "$top_srcdir/tests/mpirun" 3 env "$@" \
            LD_PRELOAD="$objects/preload-bcast.so" "$mpiperf" \
            bcast:native,shmbcast -m 8,1000 "${few[@]:2}" -o r.jsonl
        echo "$output"
        calls=$(sed -n 's/^preload-bcast: \([0-9]*\) calls$/\1/p' <<<"$output")
        [ "$calls" -gt 0 ]
    }
    preloaded
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case")) |
        length == 4 and all(.mismatches == 0 and .seconds > 0)' r.jsonl
    rm r.jsonl
    # wrong for one size, in MPI_Bcast alone
    preloaded BCAST_WRONG=1
    [ "$status" -eq 3 ]
    jq -es 'map(select(.type == "case")) | all((.mismatches > 0) ==
        (.algo == "native" and .bytes == 1000))' r.jsonl
}
