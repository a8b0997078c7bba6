# What an interactive zsh offers: zsh -f offers.zsh <setup> <line>... prints each line after "== ",
# and below it a word a line. <setup> makes the completion known.
zmodload zsh/zpty
seen=$(mktemp)
trap 'rm -f $seen' EXIT

zpty shell 'zsh -f -i'
tell() { zpty -w shell "$1" }
await() {
  local all='' chunk
  while zpty -r shell chunk; do
    all+=$chunk
    [[ $all == *"$1"* ]] && return
  done
  exit 1
}

tell 'stty -echo; autoload -Uz compinit; compinit -u -D'
tell $1
# Every match goes through compadd; with -O, -A or -D it only computes.
tell "compadd() {
  local -a hits
  if [[ \" \${(j: :)@[1,(i)--]}\" != *' -'[a-zA-Z]#[OAD]' '* ]]; then
    builtin compadd -O hits \"\$@\"
    print -rl -- \$IPREFIX\$^hits >>${(qqq)seen}
  fi
  builtin compadd \"\$@\"
}"
# The mark is written in two parts, so that its echo is not taken for it.
tell 'probe() { zle list-choices; print "<e""nd>"; zle kill-whole-line }; zle -N probe; bindkey "^G" probe'
tell 'print "<re""ady>"'
await '<ready>'

shift
for line in "$@"; do
  : >$seen
  zpty -w -n shell $line$'\a'
  await '<end>'
  print -r -- "== $line"
  cat $seen
done
zpty -d shell
