#!/bin/sh
# Removes what install.sh has put there.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
. "$here/places.sh"

usage() {
  cat <<'END'
Usage: uninstall.sh [--user] [--purge] [--prefix DIRECTORY]

Removes Tiltpad; --purge also removes its configuration, keys, scores and
paired devices. --user and --prefix are those of the installation.
END
}

# Removes what no list has: the configuration, what the services keep, and what `tiltpad doctor --fix` may have written.
remove_what_was_kept() {
  rm -rf /etc/tiltpad /var/lib/tiltpad /var/lib/tiltpad-web /var/lib/tiltpad-inputs
  rm -f /etc/systemd/system/tiltpad.socket.d/port.conf /etc/modules-load.d/tiltpad.conf /etc/inputplumber/devices.d/10-tiltpad.yaml
  rmdir --ignore-fail-on-non-empty /etc/systemd/system/tiltpad.socket.d 2>/dev/null || true
}

# Names what a user's purge cannot remove, as root has it: the rule of install.sh's advice, and what `tiltpad doctor --fix` may have written.
name_what_root_has() {
  for file in /etc/udev/rules.d/61-tiltpad-seat.rules /etc/modules-load.d/tiltpad.conf /etc/inputplumber/devices.d/10-tiltpad.yaml; do
    [ ! -e "$file" ] || echo "It leaves $file, which only root can remove."
  done
}

purge=
while [ $# -gt 0 ]; do
  case $1 in
  --user) for_user ;;
  --purge) purge=yes ;;
  --prefix) shift && prefix=${1:?uninstall.sh: --prefix needs a directory} ;;
  -h | --help) usage && exit ;;
  *) usage >&2 && exit 2 ;;
  esac
  shift
done
check_rights uninstall.sh
if [ ! -e "$installed" ]; then
  echo "uninstall.sh: there is no $installed: Tiltpad was not installed from an archive here, or --prefix is missing" >&2
  exit 1
fi

if [ "$scope" = user ]; then
  systemctl --user disable --quiet --now tiltpad || true
else
  systemctl disable --quiet --now tiltpad tiltpad-web tiltpad-inputs tiltpad-metrics || true
fi
echo "$installed" >>"$installed"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
cp "$installed" "$list"
grep -v '/$' "$list" | while read -r file; do rm -f "$file"; done
if [ "$scope" = user ]; then
  systemctl --user daemon-reload
  if [ -n "$purge" ]; then
    rm -rf "$etc/tiltpad" "$state/tiltpad"
    name_what_root_has
  fi
else
  [ -z "$purge" ] || remove_what_was_kept
  systemctl daemon-reload
  udevadm control --reload || true
fi
# Of the directories those that were made for it and have nothing left in them, the innermost first.
grep '/$' "$list" | sort -ru | while read -r directory; do
  rmdir --ignore-fail-on-non-empty "$directory" 2>/dev/null || true
done
