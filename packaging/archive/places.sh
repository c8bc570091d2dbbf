# Where the files of this installation are; install.sh and uninstall.sh read this.
scope=machine
units=/etc/systemd/system
etc=/etc
prefix=/usr/local
[ -w /usr/local ] || prefix=/opt/tiltpad

# Prints the directory $1, or $2 in the home directory where it is empty or relative (XDG Base Directory Specification).
own_directory() {
  case $1 in
  /*) echo "$1" ;;
  *) echo "$HOME/$2" ;;
  esac
}

# Changes to the places of one user.
for_user() {
  scope=user
  case ${HOME:-} in /*) ;; *) HOME=$(getent passwd "$(id -u)" | cut -d: -f6) ;; esac
  prefix=$HOME/.local
  etc=$(own_directory "${XDG_CONFIG_HOME:-}" .config)
  state=$(own_directory "${XDG_STATE_HOME:-}" .local/state)
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
