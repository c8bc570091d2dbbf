# Where the files of this installation are; install.sh and uninstall.sh read this.
scope=machine
units=/etc/systemd/system
etc=/etc
prefix=/usr/local
[ -w /usr/local ] || prefix=/opt/tiltpad

# Changes to the places of one user.
for_user() {
  scope=user
  prefix=$HOME/.local
  etc=${XDG_CONFIG_HOME:-$HOME/.config}
  units=$etc/systemd/user
}

# Ends the script $1 unless it may write to the places; afterwards all of them are known.
check_rights() {
  if [ "$scope" = machine ] && [ "$(id -u)" != 0 ]; then
    echo "$1: not root: run it with sudo, or with --user for yourself" >&2
    exit 1
  fi
  if [ "$scope" = user ] && [ "$(id -u)" = 0 ]; then
    echo "$1: root has no session of its own: run it as the user who plays, or without --user" >&2
    exit 1
  fi
  installed=$prefix/share/tiltpad/installed
}
