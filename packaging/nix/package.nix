# The programs of the archive, with their libraries found where Nix keeps those of the system.
{ autoPatchelfHook, coreutils, fetchurl, lib, stdenv, systemd, util-linux, zstd
, url ? "file://${toString ./.}/tiltpad-@version@-x86_64.tar.zst" }:

stdenv.mkDerivation {
  pname = "tiltpad";
  version = "@version@";
  src = fetchurl {
    inherit url;
    sha256 = "@sha256@";
  };
  nativeBuildInputs = [ autoPatchelfHook zstd ];
  buildInputs = [ stdenv.cc.cc.lib systemd ];
  dontStrip = true;
  installPhase = ''
    mkdir -p $out/lib/systemd/system $out/lib/udev/rules.d
    cp -r bin lib libexec share $out
    cp units/60-tiltpad.rules $out/lib/udev/rules.d
    cp units/*.socket $out/lib/systemd/system
    for unit in tiltpad tiltpad-web tiltpad-metrics tiltpad-inputs; do
      # Of the system's programs there is none in /bin or /usr/bin.
      sed "s|@bindir@|$out/bin|; s|@libexecdir@|$out/libexec|; s|@libdir@|$out/lib|; s|^ExecPaths=|&/nix/store |
        s|+/bin/chgrp |+${coreutils}/bin/chgrp |; s|+/usr/bin/chrt |+${util-linux}/bin/chrt |; s|+/bin/kill |+${util-linux}/bin/kill |" \
        units/$unit.service.in > $out/lib/systemd/system/$unit.service
    done
  '';
  meta = {
    description = "Gamepads of phones and other network controllers";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" ];
    mainProgram = "tiltpad";
  };
}
