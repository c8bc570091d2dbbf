# services.tiltpad.enable = true; runs the daemon and the page for phones.
{ config, lib, pkgs, ... }:

let
  cfg = config.services.tiltpad;
in
{
  options.services.tiltpad = {
    enable = lib.mkEnableOption "Tiltpad, gamepads of phones and other network controllers";
    package = lib.mkOption {
      type = lib.types.package;
      default = pkgs.callPackage ./package.nix { };
      description = "The package with the programs and units.";
    };
    settings = lib.mkOption {
      type = lib.types.lines;
      default = "";
      description = "Lines of tiltpad.conf(5).";
    };
  };

  config = lib.mkIf cfg.enable {
    environment.systemPackages = [ cfg.package ];
    environment.etc."tiltpad/tiltpad.conf".text = cfg.settings;
    # Without hardware.uinput, whose rule comes later and takes /dev/uinput from the group tiltpad.
    boot.kernelModules = [ "uinput" "uhid" ];
    services.udev.packages = [ cfg.package ];
    systemd.packages = [ cfg.package ];
    systemd.services.tiltpad.wantedBy = [ "multi-user.target" ];
    systemd.services.tiltpad-web.wantedBy = [ "multi-user.target" ];
    users.users.tiltpad = { isSystemUser = true; group = "tiltpad"; };
    users.users.tiltpad-web = { isSystemUser = true; group = "tiltpad-web"; };
    users.users.tiltpad-inputs = { isSystemUser = true; group = "tiltpad-inputs"; };
    users.groups.tiltpad = { };
    users.groups.tiltpad-web = { };
    users.groups.tiltpad-inputs = { };
  };
}
