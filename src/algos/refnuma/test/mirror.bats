# mirror.bats: page faults that are errors still end the program as usual.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    faults=$top_builddir/src/algos/refnuma/test/faults
    # its signal handlers would count as handlers of the program
    export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:detect_leaks=0
    # UCX, below MPICH, would catch the signals and print its own report
    export UCX_HANDLE_ERRORS=none
    segv=139 bus=135 lacked=
    cd "$BATS_TEST_TMPDIR"
}

# The address sanitizer ends programs without memory, and writes no cores.
sanitized() {
    grep -q __asan_init "$faults"
}

# lacks STATUS: true if it means that userfaultfd is missing, which is allowed.
# The test goes on without it and must end with `lacking`, which marks it skipped.
lacks() {
    [ "$1" -eq 77 ] && [ -z "$REFNUMA_NEEDS_UFFD" ] && lacked=1
}
lacking() {
    [ -z "$lacked" ] || skip "no userfaultfd; the rest passed"
}

# ends GUARD CASE STATUS: the case ends with this exit status.
ends() {
    run timeout 60 "$faults" "$1" "$2"
    echo "$*: $status: $output"
    [ "$status" -eq "$3" ] || lacks "$status"
}

each() {
    for guard in twin uffd; do
        ends $guard "$@"
    done
}

@test "mirror: a program's errors end it by the usual signal" {
    each stray $segv
    each stray-bus $bus
    each jump-closed $segv
    each read-only $segv
    each sent $segv
    lacking
}

@test "mirror: the byte before and the byte behind an array end it at once" {
    for at in before behind; do
        ends call $at $segv
        each $at $segv
    done
    lacking
}

@test "mirror: a page that cannot be delivered ends it, and it says why" {
    for guard in twin uffd; do
        ends $guard undelivered $([ $guard = twin ] && echo $segv || echo $bus)
        [ "$status" -ne 77 ] || continue
        case $output in
        "refnuma: "*owner*) ;;
        *) false ;;
        esac
    done
    lacking
}

@test "mirror: where the program locks its memory" {
    for guard in twin uffd; do
        run "$faults" $guard locked
        echo "$guard: $status: $output"
        [ "$status" -ne 78 ] || skip "memory cannot be locked here"
        [ "$status" -eq 0 ] || lacks "$status"
    done
    lacking
}

@test "mirror: a core is dumped, of the instruction that was wrong" {
    [ "$(cat /proc/sys/kernel/core_pattern)" = core ] || skip "cores go elsewhere"
    command -v gdb || skip "no gdb"
    ! sanitized || skip "address sanitizer"
    ulimit -c unlimited || skip "no cores"
    for guard in twin uffd; do
        rm -f core*
        ends $guard stray $segv
        [ "$status" -ne 77 ] || continue
        gdb -batch -ex bt "$faults" core* >bt 2>&1
        cat bt
        grep -q '^#0 .* stray (' bt
    done
    lacking
}

@test "mirror: a program's handler gets what is not ours" {
    each handled 0
    each handled-once $segv
    each ignored $segv
    ends twin covered $segv
    ends uffd covered $bus
    lacking
}

@test "mirror: fork, exec, spawn, system calls" {
    each forked 0
    each executed 0
    each efault 0
    lacking
}

@test "mirror: in a debugger that passes signals on" {
    command -v gdb || skip "no gdb"
    for guard in twin uffd; do
        ends $guard works 0
        [ "$status" -ne 77 ] || continue
        run gdb -batch -ex 'set debuginfod enabled off' \
            -ex 'handle SIGSEGV SIGBUS nostop noprint pass' -ex run \
            --args "$faults" $guard works
        echo "$output"
        case $output in
        *ptrace* | *"not permitted"*) skip "no debugging here" ;;
        *"exited normally"*) ;;
        *) false ;;
        esac
    done
    lacking
}

@test "mirror: another user than root" {
    [ "$(id -u)" = 0 ] && command -v setpriv || skip "not root"
    there=$(mktemp -d)
    chmod 755 "$there"
    cp "$faults" "$there/faults"
    cd /
    for guard in twin uffd; do
        ends $guard works 0
        [ "$status" -ne 77 ] || continue
        run setpriv --reuid 65534 --regid 65534 --clear-groups \
            "$there/faults" $guard works
        echo "$guard: $status: $output"
        [ "$status" -eq 0 ] || break
    done
    rm -r "$there"
    [ "$status" -eq 0 ] || lacks "$status"
    lacking
}

@test "mirror: every second of 200000 pages: uffd" {
    ends uffd second-pages 0
    lacking
}

@test "mirror: every second of 200000 pages: page protection tells why not" {
    [ "$(cat /proc/sys/vm/max_map_count)" -lt 200000 ] || skip "it does"
    ends twin second-pages $segv
    case $output in
    "refnuma: "*vm.max_map_count*detect=uffd*) ;;
    *) false ;;
    esac
    sanitized || ends twin second-pages-touched 0
}
