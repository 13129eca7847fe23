# auto_race.bats: ThreadSanitizer checks shmbcast_auto, and finds mistakes in it.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    race=$top_builddir/src/algos/shmbcast/test/auto_race
    [ -x "$race" ] || skip "the compiler cannot -fsanitize=thread as it is used"
    export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
    # MPI is linked but never initialized. UCX, below MPICH, must not replace mmap()
    export UCX_MEM_MMAP_HOOK_MODE=none
    # older ThreadSanitizers do not support the address layout of newer kernels
    aslr="setarch -R"
    starts || aslr=
    starts || skip "ThreadSanitizer does not run here"
}

# starts: true if ThreadSanitizer starts. The program without arguments does
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

@test "auto: no race, in one group and in groups of two" {
    local ranks
    for ranks in '2 0' '3 0' '3 2' '5 2'; do
        races $ranks 1000
        [ "$status" -eq 0 ]
    done
}

# found MISTAKE GROUP WORD...: ThreadSanitizer or a check must find MISTAKE in each WORD.
found() {
    local word
    for word in "${@:3}"; do
        races 3 "$2" 5000 "$1" "$word"
        [ "$status" -ne 0 ]
        case $output in
        *"ThreadSanitizer: data race"*) ;;
        *": wrong "*) [ "$1" = blind ] ;;
        *) false ;;
        esac
    done
}

@test "auto: stores that do not release, loads that do not acquire, no wait: each is found" {
    found release 0 word "done" tail head open helped
    found acquire 2 word "done" tail head open helped
    found blind 0 "done" tail head helped
}
