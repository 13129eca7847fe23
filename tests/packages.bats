# packages.bats: what debian/ and packaging/ say of this build: files, versions, output,
# statuses. Packages are made and tried by packaging/try.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # variables of the build

setup() {
    . "$top_srcdir/tests/installed.bash"
    as_installed refnuma
    cd "$BATS_TEST_TMPDIR"
    version=$("$prefix/bin/mpiperf" --version | sed -n '1s/^mpiperf //p')
}

# Makes empty files with the names that debian/rules gives to what is installed.
as_packaged() {
    local file to
    (cd "$prefix" && find . ! -type d) | sed 's|^\./||' | while read -r file; do
        case $file in
        *.la) continue ;; # debian/rules removes them
        bin/mpiperf | bin/mpiperf-advise | bin/mpiperf-tune) to=$file.openmpi ;;
        lib/lib*.so.*) to=lib/ARCH/$(basename "$file" | sed 's/\.so/-openmpi.so/') ;;
        lib/*) to=lib/ARCH/mpiperf/openmpi/${file#lib/} ;;
        share/doc/*) to=share/doc/mpiperf-doc/${file#share/doc/} ;;
        *) to=$file ;;
        esac
        mkdir -p "debian/tmp/openmpi/usr/$(dirname "$to")"
        touch "debian/tmp/openmpi/usr/$to"
    done
    mkdir debian/tmp/openmpi/usr/lib/ARCH/pkgconfig
    touch debian/tmp/openmpi/usr/lib/ARCH/pkgconfig/refnuma-openmpi.pc
}

@test "debian: every file that is installed is in one package" {
    as_packaged
    cat "$top_srcdir"/debian/*.install | grep '/tmp/openmpi/' | while read -r from _; do
        # shellcheck disable=SC2086 # a pattern
        find $from ! -type d || echo "nothing matches $from"
    done | sort >packaged
    { find debian/tmp ! -type d ! -path '*/share/modulefiles/*' ! -path '*/libexec/*'; } | sort >installed
    diff installed packaged
}

@test "debian: the lists of the two MPIs are alike" {
    cd "$top_srcdir/debian"
    for list in *openmpi*.*; do
        sed 's/openmpi/mpich/g; s/^Priority: .*/Priority: 40/' "$list" |
            diff - "${list/openmpi/mpich}"
    done
}

@test "debian: packages of libraries are named after their newest soname" {
    newest=$(for lib in shmbcast msgsched refnuma microshmem; do
        readelf -d "$prefix/lib/lib$lib.so" | sed -n 's/.*SONAME.*\.so\.\(.*\)\]/\1/p'
    done | sort -n | tail -n 1)
    [ -n "$newest" ]
    for mpi in openmpi mpich; do
        grep -qx "Package: libmpiperf-$mpi$newest" "$top_srcdir/debian/control"
    done
}

# Prints the patterns of %files, with MPI's folders, of the spec for one MPI.
files_of_spec() {
    local without=mpich
    [ "$1" = openmpi ] || without=openmpi
    rpmspec -P --without $without -D "_${1}_load true" -D "_${1}_unload true" \
        "$top_srcdir/packaging/rpm/mpiperf.spec" | awk '
        /^%/ && !/^%license/ { files = $1 == "%files" }
        files && /^\// { print substr($0, 2) }'
}

@test "rpm: every file that is installed is in one package" {
    command -v rpmspec >/dev/null || skip "rpm is not installed"
    local lib
    lib=$(rpm --eval '%{_libdir}') lib=${lib#/}
    for mpi in openmpi mpich; do
        # as %install has them
        (cd "$prefix" && find . ! -type d) | sed "
            s|^\./||
            /\.la$/d; /^libexec/d; /^share\/modulefiles/d; /^share\/doc.*LICENSE$/d
            s|^bin/mpiperf\(-advise\|-tune\)\?$|LIB/$mpi/&_$mpi|
            s|^lib/|LIB/$mpi/lib/|
            /^LIB/!s|^|usr/|
            s|^LIB|$lib|" >files
        mkdir -p root
        (cd root && xargs -d '\n' -n 1 dirname <../files | xargs mkdir -p && xargs touch <../files)
        files_of_spec $mpi >patterns
        [ "$(wc -l <patterns)" -ge 10 ]
        (cd root && while read -r pattern; do
            for file in $(eval "echo $pattern"); do
                if [ -d "$file" ]; then find "$file" ! -type d; else ls "$file"; fi
            done
        done) <patterns | sort >packaged
        sort files | diff - packaged
        rm -r root
    done
}

@test "versions agree: program, changelog, spec, easyconfig, NEWS, modulefile" {
    [ -n "$version" ]
    grep -qx "Version: *$version" "$top_srcdir/packaging/rpm/mpiperf.spec"
    [ "$(sed -n '/^%changelog/{n;p}' "$top_srcdir/packaging/rpm/mpiperf.spec")" = \
        "* $(sed -n 's/^ -- \(.*>\)  \(...\), \(..\) \(...\) \(....\).*/\2 \4 \3 \5 \1/p' \
            "$top_srcdir/debian/changelog" | head -n 1) - $version-1" ]
    grep -qx "version = '$version'" "$top_srcdir/packaging/easybuild/mpiperf-$version"-*.eb
    [[ "$(head -n 1 "$top_srcdir/debian/changelog")" == "mpiperf ($version) "* ]]
    [[ "$(head -n 1 "$top_srcdir/NEWS")" == "mpiperf $version"* ]]
    grep "mpiperf $version " "$prefix/share/modulefiles/mpiperf/$version"
    [ "$(grep -c '@' "$prefix/share/modulefiles/mpiperf/$version")" -eq 0 ]
}

@test "modulefile: the folders where this build is installed" {
    command -v tclsh >/dev/null || skip "tclsh is not installed"
    {
        printf 'proc module-whatis args {}\nproc conflict args {}\n'
        printf 'proc prepend-path {name value} { puts "$name $value" }\n'
        printf 'proc setenv {name value} { puts "$name $value" }\n'
        cat "$prefix/share/modulefiles/mpiperf/$version"
    } >load.tcl
    tclsh load.tcl | while read -r name folder; do
        ls -d "$top_builddir/tests/installed$folder" || echo "$name" >>wrong
    done
    [ ! -e wrong ]
    [ "$(tclsh load.tcl | wc -l)" -eq 4 ]
}

# EasyBuild itself may be missing: the file is Python, with these names.
@test "easybuild: the files of its check are installed" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    python3 - "$top_srcdir"/packaging/easybuild/*.eb >needed <<'END'
import sys
names = {'SOURCELOWER_TAR_GZ': 'mpiperf.tar.gz', 'SHLIB_EXT': 'so'}
exec(open(sys.argv[1]).read(), names)
print(*names['sanity_check_paths']['files'], *names['sanity_check_paths']['dirs'], sep='\n')
END
    [ "$(wc -l <needed)" -ge 10 ]
    (cd "$prefix" && xargs ls -d) <needed
}

@test "reframe: its pattern finds every row of --format=osu, and its statuses are the gate's" {
    check=$top_srcdir/packaging/reframe/mpiperf_check.py
    row=$(sed -n "s/^ROW = r'\(.*\)'$/\1/p" "$check")
    . "$top_srcdir/tests/mpiperf.bash"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
    format=osu mpiperf 2 bcast -m 8,1024,65536 --verify -c 1 -R 2 -M barrier
    [ "$status" -eq 0 ]
    [ "$(grep -oP "$row" <<<"$output" | awk '{ print $1, $3 }' | xargs)" = \
        "8 Pass 1024 Pass 65536 Pass" ]
    grep -P "${row/'\d+'/1024}" <<<"$output"
    [ "$(grep -cP "${row/'\d+'/1024}" <<<"$output")" -eq 1 ]
    # as the manual page has them
    sed -n "s/^.*[ {]\([0-9]\): '\([A-Z ]*\): .*/\1 \2/p" "$check" >statuses
    [ "$(wc -l <statuses)" -eq 3 ]
    while read -r number word; do
        grep -E "; ${number}: (failed, )?${word}[;.]" "$prefix/share/man/man1/mpiperf-compare.1"
    done <statuses
}

@test "spack, reframe, easybuild: python reads them" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    for file in "$top_srcdir"/packaging/{spack/package.py,reframe/mpiperf_check.py,easybuild/*.eb}; do
        python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$file"
    done
}
