# For nixpkgs: pkgs/by-name/an/anyurl/package.nix. The hash of the sources is filled in by whoever adds it.
{
  lib,
  rustPlatform,
  fetchgit,
  installShellFiles,
}:

rustPlatform.buildRustPackage (finalAttrs: {
  pname = "anyurl";
  version = "@VERSION@";

  src = fetchgit {
    url = "@REPOSITORY@";
    tag = "v${finalAttrs.version}";
    hash = lib.fakeHash;
  };

  cargoLock.lockFile = "${finalAttrs.src}/Cargo.lock";
  cargoBuildFlags = [ "--package=anyurl-cli" ];
  # They start servers and other compilers.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    for shell in bash fish zsh; do
      installShellCompletion --cmd anyurl --$shell <($out/bin/anyurl completions $shell)
    done
    $out/bin/anyurl man > anyurl.1
    installManPage anyurl.1
  '';

  meta = {
    description = "Parses any URL by the rules of its scheme, and says why when it cannot";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "anyurl";
  };
})
