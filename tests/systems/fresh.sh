#!/bin/sh
# Runs two commands, or another one, as a newcomer would: on a system that was installed a moment ago and has nothing
# but a shell and apt, in a new clone of the last commit.
#
#   tests/systems/fresh.sh debian-13                           # runs ./lockstep run 04, then ./lockstep test
#   tests/systems/fresh.sh debian-12 ./lockstep doctor         # runs this command instead
#   tests/systems/fresh.sh debian-13-arm64 ./lockstep run 04   # on another architecture, under qemu-user-static
#
# The releases are debian-12, debian-13 and debian-testing, each also with -arm64. Changes that are not committed are not tested.
#
# What the commands print goes to standard error, the results to standard output, a line each:
#
#   debian-13  ./lockstep run 04  ok  65 s
#
# mmdebstrap unpacks the system into a temporary folder. The script enters it with bubblewrap, not chroot: the grader's sandbox creates
# namespaces, and the kernel refuses these to a process in a chroot. The new system shares this machine's kernel, name servers, mirror and
# settings of apt. The variable CI is passed on if it is set. TMPDIR needs room for a system and a build: about 7 GB with all tests.
#
# Exit status: 0 all succeeded, 1 a command failed, 2 wrong usage, 3 the machine lacks something.
set -eu
course=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.." && pwd)
releases="debian-12, debian-13, debian-testing"

fail() {
  status=$1
  shift
  printf 'fresh.sh: %s\n' "$*" >&2
  exit "$status"
}

suite_of() {
  case $1 in
    debian-12) echo bookworm ;;
    debian-13) echo trixie ;;
    debian-testing) echo testing ;;
    *) return 1 ;;
  esac
}

need() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null 2>&1 || fail 3 "$tool is missing: ./lockstep setup --all installs it"
  done
}

# Programs of another architecture run through an entry of binfmt_misc, which holds the emulator open, so that a new root needs no copy.
need_emulator() {
  case $architecture in
    "$(dpkg --print-architecture)") return ;;
    arm64) emulator=aarch64 ;;
  esac
  grep -qsx 'flags: .*F.*' "/proc/sys/fs/binfmt_misc/qemu-$emulator" ||
    fail 3 "this machine cannot run programs of $architecture: apt-get install qemu-user-static binfmt-support"
}

# The mirror from which this machine itself installs: its network may reach no other. Empty where it is not Debian's.
mirror() { apt-get indextargets --format "\$(LABEL) \$(REPO_URI)" 2>/dev/null | sed -n 's,^Debian \(http.*\),\1,p' | head -n 1; }
# And how: by which proxy, and from mirrors how far behind.
apt_settings() {
  apt-config dump --format '%f "%v";%n' Acquire::http::Proxy Acquire::https::Proxy Acquire::Check-Valid-Until Acquire::Check-Date 2>/dev/null |
    grep -v '""' || true
}

# The new system's files belong to several users. Who is not root gets numbers for them from /etc/subuid.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else unshare --map-root-user --map-auto -- "$@"; fi; }

install_system() {
  from=$(mirror)
  apt_settings >"$folder/apt.conf"
  # shellcheck disable=SC2086  # no mirror is no word
  mmdebstrap --quiet --variant=apt --include=mount --architectures="$architecture" --aptopt="$folder/apt.conf" "$suite" "$folder/root.tar" $from >&2 ||
    fail 3 "mmdebstrap could not install $release (see above)"
  mkdir "$folder/root"
  as_root tar -x --numeric-owner -C "$folder/root" -f "$folder/root.tar" --exclude './dev/*'
  rm "$folder/root.tar"
}

# enter COMMAND…: in the new system, as root, in the course. bubblewrap covers parts of its /proc, and the kernel gives no other one to who is
# in there; over it comes a whole one, so that the grader's sandbox gets its own. (Newer
# releases have mount in a package that is not essential.)
enter() {
  as_root bwrap --bind "$folder/root" / --bind "$folder/course" /course --proc /proc --dev /dev --perms 1777 --tmpfs /tmp --tmpfs /run \
    --unshare-pid --unshare-ipc --unshare-uts --hostname fresh \
    --die-with-parent --clearenv --setenv HOME /root --setenv PATH /usr/sbin:/usr/bin:/sbin:/bin ${CI:+--setenv CI "$CI"} \
    --chdir /course -- sh -c 'mount -t proc proc /proc 2>/dev/null; exec "$@"' sh "$@" </dev/null >&2
}

# try COMMAND…: prints its line of the results.
try() {
  began=$(date +%s)
  result=ok
  enter "$@" || result=failed
  printf '%s  %s  %s  %d s\n' "$release" "$*" "$result" "$(($(date +%s) - began))"
  [ "$result" = ok ]
}

[ $# -gt 0 ] || fail 2 "which release? There are $releases, and each with -arm64"
release=$1
shift
architecture=
case $release in *-arm64) architecture=arm64 ;; esac
suite=$(suite_of "${release%-arm64}") || fail 2 "there is no release '$release'; there are $releases, and each with -arm64"
need git mmdebstrap bwrap dpkg
[ "$(id -u)" = 0 ] || need newuidmap
architecture=${architecture:-$(dpkg --print-architecture)}
need_emulator

folder=$(mktemp -d "${TMPDIR:-/tmp}/lockstep.XXXXXX")
trap 'as_root rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
git clone --quiet --depth 1 "file://$course" "$folder/course"
install_system
if [ $# -gt 0 ]; then
  try "$@"
  exit
fi
status=0
try ./lockstep run 04 || status=1
try ./lockstep test || status=1
exit "$status"
