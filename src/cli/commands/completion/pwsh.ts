import { type Node, valueFlags } from './tree.ts';
import type { Value } from './values.ts';

/** PowerShell offers files by itself where the script returns nothing. */
export function pwshScript(tree: readonly Node[]): string {
  const values = valueFlags(tree).flatMap(({ names, value, path = '' }) =>
    names.map((name) => `    '${`${path} ${name}`.trim()}' = ${offer(value)}`),
  );
  const flags = tree.map(
    ({ path, flags: all }) => `    '${path}' = ${list(all.map(({ text }) => text))}`,
  );
  const words = tree.map(({ path, commands, argument }) => {
    const below = commands.map(({ text }) => text);
    return `    '${path}' = ${below.length > 0 ? list(below) : offer(argument)}`;
  });
  return `# Completion of mailvet for PowerShell: run it from $PROFILE
Register-ArgumentCompleter -Native -CommandName mailvet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $values = @{
${values.join('\n')}
  }
  $flags = @{
${flags.join('\n')}
  }
  $words = @{
${words.join('\n')}
  }
  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '') { $given = @($given | Select-Object -SkipLast 1) }
  $path = ''
  $previous = ''
  foreach ($word in $given) {
    $next = "$path $word".Trim()
    if (-not $values.ContainsKey($previous) -and $words.ContainsKey($next)) { $path = $next }
    $previous = $word
  }
  # Some commands have values of their own for a flag
  if ($values.ContainsKey("$path $previous")) { $offered = $values["$path $previous"] }
  elseif ($values.ContainsKey($previous)) { $offered = $values[$previous] }
  elseif ($wordToComplete -like '-*') { $offered = $flags[$path] }
  else { $offered = $words[$path] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function offer(value: Value): string {
  return list(value.kind === 'words' ? value.words : []);
}

function list(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
