# plugin-wrong.bats: which plug-ins are refused, and for what cause. No MPI is
# started; how the program says the cause: cli-wrong.bats.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir mpiperf
    ln -s "$top_srcdir/src/ops/op.h" "$top_srcdir/src/lib/params.h" mpiperf
    cp "$top_srcdir"/doc/plugin/*.c "$top_srcdir/tests/plugin-param.c" .
    cp "$top_srcdir/src/ops/test/table.c" .
}

# compile FILE.c [FLAG...]
compile() {
    $CC -I. -I"$top_srcdir/src" -w -shared -fPIC "$@" -o "${1%.c}.so"
}

# variant EXAMPLE SED-SCRIPT [FLAG...]: wrong.so, of the example with a mistake.
variant() {
    sed "$2" "$1.c" >wrong.c
    [ "$(cat wrong.c)" != "$(cat "$1.c")" ]
    compile wrong.c "${@:3}"
}

# said ANSWER FILE...: to the last file; those before it are added.
said() {
    local answer=$1
    shift
    run "$top_builddir/src/ops/test/plugins" "$@"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "$answer" ]
    [ "$(head -n -1 <<<"$output" | grep -cvx added)" -eq 0 ]
}

@test "a file that is no plug-in" {
    said "'none.so': cannot open shared object file: No such file or \
directory" none.so
    echo text >text.so
    said "'text.so': file too short" text.so
    head -c 4096 /dev/zero >zero.so
    said "'./zero.so': invalid ELF header" ./zero.so
    mkfifo pipe.so # the linker would wait for somebody to write to it
    said "'pipe.so': is not a regular file" pipe.so
    said "'./mpiperf': is not a regular file" ./mpiperf
    said "'/dev/zero': is not a regular file" /dev/zero
    echo 'int nothing;' >nothing.c
    compile nothing.c
    said "'nothing.so': has no symbol mpiperf_plugin: it is not a plug-in" \
        nothing.so
    variant mirror 's/return MPI_Sendrecv/return MPI_Sentreceive/' \
        -Wno-implicit-function-declaration
    said "'wrong.so': undefined symbol: MPI_Sentreceive" wrong.so
}

@test "a symbol that is not a struct mpiperf_plugin, or of another version" {
    for how in "function 64 0" "object 8 0" "object 64 1"; do
        read -r kind size skew <<<"$how"
        compile table.c -DKIND=$kind -DSIZE=$size -DSKEW=$skew
        said "'table.so': its symbol mpiperf_plugin is not a struct \
mpiperf_plugin: it is not a plug-in" table.so
    done
    local again="was built for another version of mpiperf or another MPI \
library: compile it again"
    compile table.c -DKIND=object -DSIZE=64 -DSKEW=0
    said "'table.so': $again" table.so
    variant mirror 's/\.abi = MPIPERF_PLUGIN_ABI/.abi = 1/'
    said "'wrong.so': $again" wrong.so
    compile table.c
    said "'table.so': has neither operations nor algorithms" table.so
}

@test "names that are there already" {
    compile mirror.c
    said "'mirror.so': operation 'mirror' exists already" mirror.so mirror.so
    variant mirror 's/"mirror"/"bcast"/'
    said "'wrong.so': operation 'bcast' exists already" wrong.so
    variant mirror 's/{&mirror, NULL}/{\&mirror, \&mirror, NULL}/'
    said "'wrong.so': operation 'mirror' exists already" wrong.so
    variant linear_bcast 's/"linear"/"native"/'
    said "'wrong.so': algorithm 'native' exists already" wrong.so
    compile linear_bcast.c
    said "'linear_bcast.so': algorithm 'linear' exists already" \
        linear_bcast.so linear_bcast.so
    # second names as well
    variant linear_bcast 's/\.name = "linear"/.also = "native", &/'
    said "'wrong.so': algorithm 'native' exists already" wrong.so
    variant linear_bcast 's/\.name = "linear"/.also = "straight", &/'
    mv wrong.so second.so
    variant linear_bcast 's/"linear"/"straight"/'
    said "'wrong.so': algorithm 'straight' exists already" second.so wrong.so
    # the same name for another operation is another algorithm
    variant linear_bcast 's/"bcast"/"barrier"/'
    said added linear_bcast.so wrong.so
}

@test "descriptors with something missing" {
    for name in NULL '"a:b"'; do
        variant mirror "s/\\.name = \"mirror\"/.name = $name/"
        said "'wrong.so': an operation has no name of letters, digits, - \
and _" wrong.so
    done
    for name in NULL '"\\n"' '"linear", .also = ""'; do
        variant linear_bcast "s/\\.name = \"linear\"/.name = $name/"
        said "'wrong.so': an algorithm has no name of letters, digits, - \
and _" wrong.so
    done
    variant mirror '/\.help/d'
    said "'wrong.so': operation 'mirror' has no help" wrong.so
    variant mirror '/\.call.run/d'
    said "'wrong.so': operation 'mirror' has no call" wrong.so
    variant linear_bcast '/\.help/d'
    said "'wrong.so': algorithm 'linear' has no help" wrong.so
    variant linear_bcast '/\.run/d'
    said "'wrong.so': algorithm 'linear' has no call" wrong.so
    variant linear_bcast 's/"bcast"/"bcasst"/'
    said "'wrong.so': algorithm 'linear' is for an operation 'bcasst' that \
does not exist" wrong.so
}

@test "parameters, figures and options with something missing" {
    variant plugin-param '/\.def = "0"/d'
    said "'wrong.so': algorithm 'plus' has a parameter without name, default \
or help" wrong.so
    variant plugin-param 's/\.owner = "plus"/.owner = "minus"/'
    said "'wrong.so': algorithm 'plus' has parameters of 'minus'" wrong.so
    variant dirty '/\.def = "1"/s/\.help = [^,]*,//'
    said "'wrong.so': operation 'dirty' has a parameter without name, default \
or help" wrong.so
    variant dirty 's/\.unit = "B", //'
    said "'wrong.so': operation 'dirty' has a figure without name, unit or \
help, or too many" wrong.so
    variant messages 's/\.name = "messages", \.def/.name = "pairs", .def/'
    said "'wrong.so': operation 'messages' has an option --pairs, which \
exists already" wrong.so
}
