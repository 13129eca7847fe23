# root.sh: shared by check-on and packaging/try: makes a root folder with a release
# of Debian, or of Ubuntu (noble), by debootstrap, and namespaces to use it in.
# Sourced by sh, after lib.sh.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh

# enclosed SCRIPT [ARGUMENT...]: runs the script with ROOT_ENCLOSED=1 in namespaces,
# whose mounts and processes the kernel removes however it ends. Returns its status.
enclosed() {
    [ "$(id -u)" = 0 ] || die "needs root: debootstrap, mount, chroot"
    install_packages debootstrap
    # A shell makes background processes ignore SIGINT.
    ROOT_ENCLOSED=1 env --default-signal=INT,QUIT setpriv --pdeathsig KILL \
        unshare --mount --pid --mount-proc --fork --kill-child "$@" &
    trap 'kill -KILL $!; exit 143' HUP INT TERM
    wait $!
}

# Prints this system's package mirror if it is Debian, else Debian's main
# mirror.
mirror() {
    # shellcheck disable=SC2016 # a variable of apt-get's
    apt-get indextargets --format '$(REPO_URI)' 2>/dev/null |
        grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian
}

# ubuntu_keys FOLDER: unpacks Ubuntu's keys there. They come from Debian 13,
# because Debian 12 has no package of them.
ubuntu_keys() {
    rm -rf "$1"
    mkdir -p "$1/lists/partial" "$1/archives/partial"
    cd "$1" || return
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) trixie main" \
        >sources
    set -- apt-get -q -o Dir::Etc::SourceList="$PWD/sources" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD" -o APT::Sandbox::User=root
    "$@" update && "$@" download ubuntu-keyring && dpkg -x ubuntu-keyring_*.deb .
}

# bootstrap RELEASE ROOT: not every debootstrap knows all Ubuntu releases by
# name, but all are made by the script `gutsy`.
bootstrap() {
    case $1 in
    noble)
        ubuntu_keys "$2.keys" &&
            debootstrap --variant=minbase --components=main,universe --force-check-gpg \
                --keyring="$2.keys/usr/share/keyrings/ubuntu-archive-keyring.gpg" \
                "$1" "$2" http://archive.ubuntu.com/ubuntu gutsy
        ;;
    *) debootstrap --variant=minbase "$1" "$2" "$(mirror)" ;;
    esac
}

# make_root RELEASE ROOT: makes the root unless it already exists. Installing a
# package there starts no daemon.
make_root() {
    [ ! -d "$2" ] || return 0
    rm -rf --one-file-system "$2.new"
    mkdir -p "$2.new"
    (bootstrap "$1" "$2.new") >"$2.log" 2>&1 ||
        die "no root of $1: $(grep '^E: ' "$2.log" | tail -n 1) (see $2.log)"
    printf '#!/bin/sh\nexit 101\n' >"$2.new/usr/sbin/policy-rc.d"
    chmod +x "$2.new/usr/sbin/policy-rc.d"
    mv "$2.new" "$2"
}

# mount_root ROOT: mounts what programs need; ROOT must be a mount point.
mount_root() {
    cp -L /etc/hosts /etc/resolv.conf "$1/etc"
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}
