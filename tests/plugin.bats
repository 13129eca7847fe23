# plugin.bats: operations and algorithms from shared objects, as somebody who
# has only what is installed makes them; and a library put before MPI's own.
# SPDX-License-Identifier: BSD-3-Clause

few=(-m 0,1,1000 --verify -c 1 -R 1 -P window.init=1 --max-time 0.2)

setup_file() {
    # make install, with nothing from the make that runs this.
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$top_builddir" install \
        DESTDIR="$BATS_FILE_TMPDIR" >"$BATS_FILE_TMPDIR/log" 2>&1 ||
        cat "$BATS_FILE_TMPDIR/log"
    pc=$(find "$BATS_FILE_TMPDIR" -name mpiperf-plugin.pc)
    prefix=${pc%/*/pkgconfig/*}
    # The file says where it was to be installed, not where it is for now.
    cflags=$(PKG_CONFIG_PATH=${pc%/*} pkg-config \
        --define-variable=prefix="$prefix" --cflags mpiperf-plugin)
    mpiperf=$(find "$BATS_FILE_TMPDIR" -path '*/bin/mpiperf')
    LD_LIBRARY_PATH=$prefix/lib:$LD_LIBRARY_PATH
    export cflags mpiperf prefix LD_LIBRARY_PATH
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    for example in linear_bcast mirror messages dirty; do
        cp "$top_srcdir/doc/plugin/$example.c" .
    done
}

# compile FILE.c: as its head says, and without a warning.
compile() {
    $CC $cflags -std=c11 -Wall -Wextra -Werror -pedantic -O2 -shared -fPIC \
        "$1" -o "${1%.c}.so"
}

# mpiperf N ARGUMENT...: the installed one; $status, $output.
mpiperf() {
    local n=$1
    shift
    rm -f r.jsonl
    run "$top_srcdir/tests/mpirun" "$n" "$mpiperf" "$@"
    echo "$output"
}

# refused CAUSE ARGUMENT...: a usage error, one line, and that is the line. MPI
# starts one rank without a launcher, which would take a second to end it.
refused() {
    local cause=$1
    shift
    run "$mpiperf" "$@" null
    echo "$output"
    [ "$status" -eq 2 ]
    [ "$(grep -c '^mpiperf: ' <<<"$output")" -eq 1 ]
    grep -qxF -- "mpiperf: --plugin: $cause" <<<"$output"
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
    mpiperf 3 --plugin linear_bcast.so bcast:native,linear "${few[@]}" -r all \
        -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case" and .algo == "linear")) |
        length == 9 and all(.mismatches == 0 and .seconds > 0)' r.jsonl
    [[ "$output" == *"vs native"* ]]
}

@test "an example's operation, checked bit by bit" {
    compile mirror.c
    for n in 1 2 3; do
        mpiperf $n mirror --plugin ./mirror.so "${few[@]}" -o r.jsonl
        [ "$status" -eq 0 ]
        jq -es 'map(select(.type == "case")) | length == 3 and
            all(.op == "mirror" and .mismatches == 0 and .seconds > 0)' r.jsonl
    done
    mpiperf 3 mirror --plugin "$PWD/mirror.so" -d vector -b cold "${few[@]}"
    [ "$status" -eq 0 ]
}

@test "an example whose messages come from a file, by an option of its own" {
    compile messages.c
    printf '0 1 100\n0 1 5\n1 0 70000\n2 0 3\n1 2 0\n2 2 9\n' >list
    faults=(--plugin "$top_builddir/tests/.libs/faults.so" --plugin messages.so)
    for buffer in warm cold; do
        mpiperf 3 "${faults[@]}" messages:native,fault-byte,fault-missing \
            --messages=list -b $buffer "${few[@]:2}" -o r.jsonl
        [ "$status" -eq 3 ]
        jq -es 'map(select(.type == "case")) | length == 3 and
            all(.param.messages == "list" and .seconds > 0 and
                (.mismatches > 0) == (.algo != "native"))' r.jsonl
    done
    mpiperf 3 --plugin messages.so messages --messages=none "${few[@]:2}" \
        -o r.jsonl
    jq -es 'map(select(.type == "case"))[0].reason | test("file"; "i")' r.jsonl
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
    [[ $(head -n 1 r.csv) == *,extras,figures_changed,figures_calls ]]
    [ "$(sed 's/.*,//' r.csv | tail -n 3 | jq -cs .)" = \
        "$(jq -cs 'map(.figures.calls // empty)' r.jsonl)" ]
    [[ "$output" == *" changed_B   calls"* ]]
    variant dirty 's/(char)(launch + i)/(char)i/'
    mpiperf 2 --plugin wrong.so dirty -m 1000 "${few[@]:2}"
    [ "$status" -eq 3 ]
    for option in "-b cold" "--align 64" --hugepages "--numa interleave"; do
        mpiperf 1 --plugin dirty.so dirty $option
        [ "$status" -eq 2 ]
        [[ "$output" == *": dirty makes its own memory"* ]]
    done
}

@test "variants of an algorithm, each with rows of its own" {
    cp "$top_srcdir/tests/plugin-param.c" .
    compile plugin-param.c
    plugin=(--plugin plugin-param.so "${few[@]}")
    rm -f v.jsonl
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
    for wrong in plus@value plus@=7 plus@valve=7 plus@value=x plus@value=7@value=8 \
        plus@value=7,plus@value=7 native@value=7; do
        mpiperf 1 allgather:$wrong "${plugin[@]}"
        [ "$status" -eq 2 ]
        [ "$(grep -c '^mpiperf: allgather: ' <<<"$output")" -eq 1 ]
    done
}

@test "counts that no int holds are for algorithms that can" {
    compile linear_bcast.c
    compile mirror.c
    mpiperf 2 bcast:linear mirror --plugin linear_bcast.so \
        --plugin mirror.so -m 4100Mi -o r.jsonl
    [ "$status" -eq 0 ]
    jq -es 'map(select(.type == "case") | .reason) | length == 2 and
        (.[0] | test("counts and displacements are of type int")) and
        (.[1] | test("^no call for"))' r.jsonl
}

@test "an example gone wrong: exit 3" {
    variant mirror 's/\.first = other(a)/.first = a->rank/'
    mpiperf 2 mirror --plugin wrong.so "${few[@]}"
    [ "$status" -eq 3 ]
    variant linear_bcast 's/(int)a->count,/(int)a->count - 1,/'
    mpiperf 2 bcast:native,linear --plugin wrong.so -m 1000 "${few[@]:2}" \
        -o r.jsonl
    [ "$status" -eq 3 ]
    jq -es 'map(select(.type == "case")) |
        all((.mismatches > 0) == (.algo == "linear"))' r.jsonl
}

@test "several plug-ins, listed wherever they are named" {
    compile linear_bcast.c
    compile mirror.c
    for arguments in "--plugin linear_bcast.so --plugin mirror.so --list" \
        "--list --plugin linear_bcast.so --plugin mirror.so" \
        "--plugin=mirror.so -l --plugin=linear_bcast.so"; do
        mpiperf 1 $arguments
        [ "$status" -eq 0 ]
        grep -q '^operation  *mirror  *MPI_Sendrecv between' <<<"$output"
        grep -q '^algorithm  *bcast:linear  *the root sends' <<<"$output"
        grep -q '^operation  *bcast  ' <<<"$output"
    done
    mpiperf 2 --list --plugin none.so
    [ "$status" -eq 2 ]
}

@test "a parameter of a plug-in's algorithm" {
    cp "$top_srcdir/tests/plugin-param.c" .
    compile plugin-param.c
    plugin=(--plugin plugin-param.so "${few[@]}")
    mpiperf 1 --list --plugin plugin-param.so
    grep -q '^parameter  *plus.value  *what is added.*(default: 0)' <<<"$output"
    mpiperf 2 allgather:native,plus "${plugin[@]}"
    [ "$status" -eq 0 ]
    mpiperf 2 allgather:native,plus "${plugin[@]}" -P plus.value=7
    [ "$status" -eq 3 ]
    mpiperf 2 allgather:plus "${plugin[@]}" -P plus.valve=7
    [ "$status" -eq 2 ]
}

@test "a file that is no plug-in is refused, and says why" {
    refused "'none.so': cannot open shared object file: No such file or \
directory" --plugin none.so
    refused "needs a value" --plugin=
    echo text >text.so
    refused "'text.so': file too short" --plugin text.so
    head -c 4096 /dev/zero >zero.so
    refused "'./zero.so': invalid ELF header" --plugin ./zero.so
    echo 'int nothing;' >nothing.c
    $CC -shared -fPIC nothing.c -o nothing.so
    refused "'nothing.so': has no symbol mpiperf_plugin: it is no plug-in" \
        --plugin nothing.so
    variant mirror 's/return MPI_Sendrecv/return MPI_Sentreceive/'
    refused "'wrong.so': undefined symbol: MPI_Sentreceive" --plugin wrong.so
    variant mirror 's/\.abi = MPIPERF_PLUGIN_ABI/.abi = 1/'
    refused "'wrong.so': was built for another version of mpiperf or another \
MPI library: compile it again" --plugin wrong.so
}

@test "names that are there already are refused" {
    compile mirror.c
    refused "'mirror.so': operation 'mirror' is there already" \
        --plugin mirror.so --plugin mirror.so
    variant mirror 's/"mirror"/"bcast"/'
    refused "'wrong.so': operation 'bcast' is there already" --plugin wrong.so
    variant mirror 's/{&mirror, NULL}/{\&mirror, \&mirror, NULL}/'
    refused "'wrong.so': operation 'mirror' is there already" --plugin wrong.so
    for name in native shmbcast; do
        variant linear_bcast "s/\"linear\"/\"$name\"/"
        refused "'wrong.so': algorithm '$name' is there already" \
            --plugin wrong.so
    done
    # the same name for another operation is another algorithm
    variant linear_bcast 's/"linear"/"shmbcast"/; s/"bcast"/"barrier"/'
    mpiperf 1 --plugin wrong.so null -R 1
    [ "$status" -eq 0 ]
}

@test "descriptors with something missing are refused" {
    for name in NULL '"a:b"'; do
        variant mirror "s/\\.name = \"mirror\"/.name = $name/"
        refused "'wrong.so': an operation has no name of letters, digits, - \
and _" --plugin wrong.so
    done
    for name in NULL '"\\n"'; do
        variant linear_bcast "s/\\.name = \"linear\"/.name = $name/"
        refused "'wrong.so': an algorithm has no name of letters, digits, - \
and _" --plugin wrong.so
    done
    variant mirror '/\.help/d'
    refused "'wrong.so': operation 'mirror' has no help" --plugin wrong.so
    variant mirror '/\.call.run/d'
    refused "'wrong.so': operation 'mirror' has no call" --plugin wrong.so
    variant linear_bcast '/\.help/d'
    refused "'wrong.so': algorithm 'linear' has no help" --plugin wrong.so
    variant linear_bcast '/\.run/d'
    refused "'wrong.so': algorithm 'linear' has no call" --plugin wrong.so
    variant linear_bcast 's/"bcast"/"bcasst"/'
    refused "'wrong.so': algorithm 'linear' is for an operation 'bcasst' that \
is not there" --plugin wrong.so
}

@test "parameters with something missing are refused" {
    sed '/\.def = "0"/d' "$top_srcdir/tests/plugin-param.c" >nodefault.c
    $CC $cflags -shared -fPIC nodefault.c -o nodefault.so
    refused "'nodefault.so': algorithm 'plus' has a parameter without name, \
default or help" --plugin nodefault.so
    variant dirty '/\.def = "1"/s/\.help = [^,]*,//'
    refused "'wrong.so': operation 'dirty' has a parameter without name, \
default or help" --plugin wrong.so
    variant dirty 's/\.unit = "B", //'
    refused "'wrong.so': operation 'dirty' has a figure without name, unit or \
help, or too many" --plugin wrong.so
    variant messages 's/\.name = "messages", \.def/.name = "pairs", .def/'
    refused "'wrong.so': operation 'messages' has an option --pairs, which is \
there already" --plugin wrong.so
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
