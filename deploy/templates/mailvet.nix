# For pkgs.callPackage: the executable of the release.
{ lib, stdenv, fetchurl, autoPatchelfHook }:

let
  archives = {
    x86_64-linux = {
      name = "linux-x64";
      sha256 = "@SHA256:mailvet-linux-x64.tar.gz@";
    };
    aarch64-linux = {
      name = "linux-arm64";
      sha256 = "@SHA256:mailvet-linux-arm64.tar.gz@";
    };
    x86_64-darwin = {
      name = "darwin-x64";
      sha256 = "@SHA256:mailvet-darwin-x64.tar.gz@";
    };
    aarch64-darwin = {
      name = "darwin-arm64";
      sha256 = "@SHA256:mailvet-darwin-arm64.tar.gz@";
    };
  };
  archive = archives.${stdenv.hostPlatform.system};
in
stdenv.mkDerivation {
  pname = "mailvet";
  version = "@VERSION@";

  src = fetchurl {
    url = "@REPOSITORY@/releases/download/v@VERSION@/mailvet-${archive.name}.tar.gz";
    inherit (archive) sha256;
  };
  sourceRoot = ".";

  nativeBuildInputs = lib.optional stdenv.hostPlatform.isLinux autoPatchelfHook;
  buildInputs = lib.optional stdenv.hostPlatform.isLinux stdenv.cc.cc.lib;

  # The program is a section of the executable.
  dontStrip = true;

  installPhase = ''
    mkdir -p $out
    cp -R bin share $out/
  '';

  meta = {
    description = "Verify e-mail addresses: one, a list, or as a service";
    homepage = "@REPOSITORY@";
    license = lib.licenses.mit;
    platforms = builtins.attrNames archives;
    mainProgram = "mailvet";
  };
}
