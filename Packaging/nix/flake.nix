# The packages of `make deb` for NixOS, and a shell with what the build needs besides Swift 6.3, which Nixpkgs does not
# have. Not tested: docs/packages.md.
#
#   make deb && cp out/recto_*.deb out/recto-station_*.deb Packaging/nix/
#   nix run path:./Packaging/nix#recto-station -- --data ~/scans
{
  description = "Recto: document scanning for Linux";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      # Debian's libtiff and libjpeg have other file names than those of Nixpkgs' default versions.
      libraries = with pkgs; [
        libdeflate
        libexif
        libjpeg_original
        libpng
        libtiff
        openssl
        qrencode
        sqlite
        stdenv.cc.cc.lib
      ];
      fromDeb =
        name:
        pkgs.stdenv.mkDerivation {
          inherit name;
          src = pkgs.lib.fileset.toSource {
            root = ./.;
            fileset = pkgs.lib.fileset.fileFilter (file: pkgs.lib.hasPrefix "${name}_" file.name) ./.;
          };
          nativeBuildInputs = [
            pkgs.autoPatchelfHook
            pkgs.dpkg
          ];
          buildInputs = libraries;
          # These are opened at run time.
          runtimeDependencies = [ pkgs.tesseract ];
          unpackPhase = "dpkg-deb --extract $src/${name}_*.deb .";
          installPhase = "mkdir -p $out && cp -r usr/* $out/";
          meta = {
            license = pkgs.lib.licenses.asl20;
            platforms = [ system ];
            mainProgram = name;
          };
        };
    in
    {
      packages.${system} = {
        recto = fromDeb "recto";
        recto-station = fromDeb "recto-station";
        default = self.packages.${system}.recto;
      };

      devShells.${system}.default = pkgs.mkShell {
        packages =
          libraries
          ++ (with pkgs; [
            binaryen
            freetype
            pkg-config
            tesseract
          ]);
      };
    };
}
