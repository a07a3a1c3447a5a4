# The formula of Homebrew, for a tap.
class Anyurl < Formula
  desc "Parses any URL by the rules of its scheme, and says why when it cannot"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/anyurl-@VERSION@-aarch64-apple-darwin.tar.xz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/anyurl-@VERSION@-x86_64-apple-darwin.tar.xz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/anyurl-@VERSION@-aarch64-unknown-linux-gnu.tar.xz"
      sha256 "@aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/anyurl-@VERSION@-x86_64-unknown-linux-gnu.tar.xz"
      sha256 "@x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "anyurl"
    man1.install "man/anyurl.1"
    bash_completion.install "completions/anyurl.bash" => "anyurl"
    fish_completion.install "completions/anyurl.fish"
    zsh_completion.install "completions/_anyurl"
  end

  test do
    assert_equal "http://host/", shell_output("#{bin}/anyurl canonical HTTP://host:80").chomp
  end
end
