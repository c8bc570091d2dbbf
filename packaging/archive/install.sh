#!/bin/sh
# Installs Tiltpad from this folder. uninstall.sh removes it.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
. "$here/places.sh"

usage() {
  cat <<'END'
Usage: install.sh [--user] [--seat] [--prefix DIRECTORY]

Installs Tiltpad for this machine, as root, or for the user who runs it.

  --user    put everything into the home directory; nobody's password is needed
            where the user at the seat may open /dev/uinput
  --seat    let the user at the seat make pads too (not with --user)
  --prefix  put the programs there; /usr/local unless it is read-only, then
            /opt/tiltpad, and ~/.local with --user
END
}

seat=
while [ $# -gt 0 ]; do
  case $1 in
  --user) for_user ;;
  --seat) seat=yes ;;
  --prefix) shift && prefix=${1:?install.sh: --prefix needs a directory} ;;
  -h | --help) usage && exit ;;
  *) usage >&2 && exit 2 ;;
  esac
  shift
done
check_rights install.sh

# Notes the directories that have to be made for a file, each with a slash at its end: uninstall.sh takes no others away.
note_directories() {
  directory=$(dirname "$1")
  while [ ! -d "$directory" ]; do
    echo "$directory/" >>"$list"
    directory=$(dirname "$directory")
  done
}

# Copies one file, `put MODE FROM TO`, and notes it for uninstall.sh.
put() {
  note_directories "$3"
  install -D -m "$1" "$2" "$3"
  echo "$3" >>"$list"
}

# Writes a unit for these places.
unit() {
  sed "s|@bindir@|$prefix/bin|; s|@libexecdir@|$prefix/libexec|; s|@libdir@|$prefix/lib|" "$here/units/$1" >"$temporary"
  put 644 "$temporary" "$units/$2"
}

# Removes the files of the version before, which are those of the list $1, that this one has not put there. Links may lead to one file by
# two names, so that names without links are compared.
remove_former() {
  {
    grep -v '/$' "$list"
    printf '%s\n' "$installed" "$etc/tiltpad/tiltpad.conf" /etc/atomic-update.conf.d/tiltpad.conf
  } | while read -r file; do realpath -m "$file"; done >"$temporary"
  grep -v '/$' "$1" | while read -r file; do
    grep -Fqx "$(realpath -m "$file")" "$temporary" || rm -f "$file"
  done
}

# Starts the services anew, `start SYSTEMCTL JOURNALCTL "SERVICE..."`, one after the other, so that the players of one that runs are not
# kept waiting for all; what a service says is shown if it does not start.
start() {
  for service in $3; do
    if ! $1 restart "$service"; then
      $2 -q -o cat -n 20 -u "$service" >&2
      exit 1
    fi
  done
  say_it_runs
}

say_it_runs() {
  echo "Tiltpad runs: https://localhost:28443/ shows the code for phones."
}

# Says how a user comes to make pads who may not.
show_permission() {
  cat <<END

No game sees pads yet, as you may not open /dev/uinput. Once, with a password:
  sudo install -D -m 644 -t /etc/udev/rules.d "$here/units/61-tiltpad-seat.rules"
  sudo sh -c 'modprobe uinput; udevadm control --reload; udevadm trigger --settle --sysname-match=uinput'
  systemctl --user restart tiltpad

END
}

# Starts the service of a user who may not make pads. A daemon with nothing to make them of ends at once (docs/units.md), which is no fault of
# the installation; it starts if it is configured to need no device.
start_without_pads() {
  if systemctl --user restart tiltpad 2>/dev/null; then
    say_it_runs
  else
    # Not again and again, and as often as need be later.
    systemctl --user stop tiltpad || true
    systemctl --user reset-failed tiltpad 2>/dev/null || true
    echo "Tiltpad is installed and does not run yet: the last of these commands starts it, and then each login does."
    echo "journalctl --user -u tiltpad says why it does not run."
  fi
}

temporary=$(mktemp) list=$(mktemp)
trap 'rm -f "$temporary" "$list"' EXIT

# Those of the version before are ours as well.
[ ! -e "$installed" ] || grep '/$' "$installed" >>"$list" || true
(cd "$here" && find bin lib libexec share -type f) | while read -r file; do
  mode=644
  [ ! -x "$here/$file" ] || mode=755
  # A program that runs is replaced, not written to.
  rm -f "$prefix/$file"
  put "$mode" "$here/$file" "$prefix/$file"
done

if [ "$scope" = user ]; then
  unit tiltpad-user.service tiltpad.service
else
  for name in tiltpad tiltpad-web tiltpad-metrics tiltpad-inputs; do
    unit "$name.service.in" "$name.service"
    [ ! -e "$here/units/$name.socket" ] || unit "$name.socket" "$name.socket"
  done
  put 644 "$here/units/tiltpad.sysusers" "$etc/sysusers.d/tiltpad.conf"
  put 644 "$here/units/tiltpad.modules-load" "$etc/modules-load.d/tiltpad.conf"
  put 644 "$here/units/60-tiltpad.rules" "$etc/udev/rules.d/60-tiltpad.rules"
  [ -z "$seat" ] || put 644 "$here/units/61-tiltpad-seat.rules" "$etc/udev/rules.d/61-tiltpad-seat.rules"
fi
note_directories "$etc/tiltpad/tiltpad.conf"
[ -e "$etc/tiltpad/tiltpad.conf" ] || install -D -m 644 "$here/tiltpad.conf" "$etc/tiltpad/tiltpad.conf"
note_directories "$installed"
[ ! -e "$installed" ] || remove_former "$installed"
install -D -m 644 "$list" "$installed"

if [ "$scope" = user ]; then
  systemctl --user daemon-reload
  systemctl --user enable --quiet tiltpad
  if [ -w /dev/uinput ]; then
    start "systemctl --user" "journalctl --user" tiltpad
  else
    show_permission
    start_without_pads
  fi
else
  # SteamOS keeps only the files of /etc that are named here when it updates itself.
  if [ -d /etc/atomic-update.conf.d ]; then
    printf '%s\n' /etc/tiltpad/ $(grep '^/etc/.*[^/]$' "$list") "/etc/systemd/system/multi-user.target.wants/tiltpad*" >"$temporary"
    install -m 644 "$temporary" /etc/atomic-update.conf.d/tiltpad.conf
    echo /etc/atomic-update.conf.d/tiltpad.conf >>"$installed"
  fi
  "$prefix/libexec/tiltpad/activate"
  systemctl enable --quiet tiltpad tiltpad-web
  start systemctl journalctl "tiltpad tiltpad-web"
  systemctl try-restart tiltpad-inputs tiltpad-metrics
fi
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "Its commands are in $prefix/bin, which is not in your PATH." ;;
esac
