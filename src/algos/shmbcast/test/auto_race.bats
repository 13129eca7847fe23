# auto_race.bats: ThreadSanitizer checks shmbcast_auto, and finds mistakes in it.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    race=$top_builddir/src/algos/shmbcast/test/auto_race
    [ -x "$race" ] || skip "the compiler cannot -fsanitize=thread as it is used"
    export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
    # MPI is linked but never initialized; UCX, below MPICH, must not hook mmap()
    export UCX_MEM_MMAP_HOOK_MODE=none
    # older ThreadSanitizers do not support the address layout of newer kernels
    aslr="setarch -R"
    starts || aslr=
    starts || skip "ThreadSanitizer does not run here"
}

# starts: true if ThreadSanitizer starts; without arguments the program does
# nothing.
starts() {
    case $($aslr "$race" 2>&1) in
    *ThreadSanitizer* | *setarch*) false ;;
    esac
}

races() {
    run $aslr "$race" "$@"
    echo "$*: $output"
}

nothing_found() {
    races "$@" 1000
    [ "$status" -eq 0 ]
}

# found WORD...: ThreadSanitizer or a check must find $mistake in each word.
found() {
    for word; do
        races 3 "$group" 5000 "$mistake" "$word"
        [ "$status" -ne 0 ]
        case $output in
        *"ThreadSanitizer: data race"*) ;;
        *": wrong "*) [ "$mistake" = blind ] ;;
        *) false ;;
        esac
    done
}

@test "auto: no race, of ranks alone and in groups" {
    nothing_found 2 0
    nothing_found 3 0
    nothing_found 5 2
}

@test "auto: a store that does not release is found, each" {
    group=0 mistake=release
    found word done tail head open helped
}

@test "auto: a load that does not acquire is found, each" {
    group=2 mistake=acquire
    found word done tail head open helped
}

@test "auto: a wait left out is found, each" {
    group=0 mistake=blind
    found "done" tail head helped
}
