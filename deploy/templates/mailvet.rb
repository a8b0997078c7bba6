class Mailvet < Formula
  desc "Verify e-mail addresses: one, a list, or as a service"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/mailvet-darwin-arm64.tar.gz"
      sha256 "@SHA256:mailvet-darwin-arm64.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/mailvet-darwin-x64.tar.gz"
      sha256 "@SHA256:mailvet-darwin-x64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/mailvet-linux-arm64.tar.gz"
      sha256 "@SHA256:mailvet-linux-arm64.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/mailvet-linux-x64.tar.gz"
      sha256 "@SHA256:mailvet-linux-x64.tar.gz@"
    end
  end

  def install
    bin.install "bin/mailvet"
    man1.install "share/man/man1/mailvet.1"
    bash_completion.install "share/bash-completion/completions/mailvet"
    zsh_completion.install "share/zsh/site-functions/_mailvet"
    fish_completion.install "share/fish/vendor_completions.d/mailvet.fish"
    pkgshare.install "share/mailvet/contacts.csv"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/mailvet --version").strip
    assert_match "deliverable", shell_output("#{bin}/mailvet verify ada@sandbox.test")
  end
end
