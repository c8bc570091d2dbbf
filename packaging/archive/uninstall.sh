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
  [ -z "$purge" ] || rm -rf "$etc/tiltpad" "${XDG_STATE_HOME:-$HOME/.local/state}/tiltpad"
else
  systemctl daemon-reload
  udevadm control --reload || true
  [ -z "$purge" ] || rm -rf /etc/tiltpad /var/lib/tiltpad /var/lib/tiltpad-web /var/lib/tiltpad-inputs
fi
# Of the directories those that were made for it and have nothing left in them, the innermost first.
grep '/$' "$list" | sort -ru | while read -r directory; do
  rmdir --ignore-fail-on-non-empty "$directory" 2>/dev/null || true
done
