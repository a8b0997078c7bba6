import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

/** What bash would offer after these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await runCli(['completion', 'bash']);
  const quoted = ['mailvet', ...words].map((word) => `'${word}'`).join(' ');
  const line = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _mailvet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' });
  return said.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.skipIf(process.platform === 'win32')('offers commands, subcommands and flags', async () => {
    expect(await offered('ver')).toEqual(['verify']);
    expect(await offered('config', 's')).toEqual(['set']);
    expect(await offered('admin', 'team', 'q')).toEqual(['quota']);
    expect(await offered('verify', '--fa')).toEqual(['--fail-on']);
    expect(await offered('verify', 'a@b.de', '--base')).toEqual(['--base-url']);
    expect(await offered('verify', 'list.t')).toEqual([]);
    expect(await offered('verify', '-o', 'out', '--min')).toEqual(['--min-score']);
    // A value is no step down the tree.
    expect(await offered('--profile', 'batch', 'ver')).toEqual(['verify']);
  });

  it.skipIf(process.platform === 'win32').each([
    [
      ['--format', ''],
      ['text', 'json', 'jsonl', 'csv'],
    ],
    [
      ['verify', '--fail-on', 'un'],
      ['undeliverable', 'unknown'],
    ],
    [
      ['batch', 'submit', '--encoding', 'utf-16'],
      ['utf-16le', 'utf-16be'],
    ],
    [['batch', 'submit', '--progress', 'l'], ['lines']],
    [
      ['verify', '--risky-role', ''],
      ['true', 'false'],
    ],
    [['help', 'ex'], ['exit-codes']],
    [['help', 'do'], ['doctor']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', 'pwsh'],
    ],
    [['config', 'get', 'base'], ['baseUrl']],
    [['config', 'unset', 'p'], ['profile']],
    // What nobody can guess: nothing, and no flag either.
    [['verify', '--min-score', ''], []],
    [['verify', '--min-score', '-'], []],
    [['jobs', 'forget', ''], []],
    [
      ['batch', ''],
      ['submit', 'watch', 'cancel', 'list', 'results', 'resume'],
    ],
    [['clean', 'package-l'], ['package-lock.json']],
    [['verify', '-o', 'package-l'], ['package-lock.json']],
    [['--ca-file', 'package-l'], ['package-lock.json']],
    [['verify', 'package-l'], []],
  ] as const)('offers after %j: %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it.each(['bash', 'zsh', 'fish', 'pwsh'])('for %s knows the whole tree', async (shell) => {
    const { stdout, exitCode } = await runCli(['completion', shell]);
    for (const word of ['verify', 'batch submit', 'admin key create', 'risky-role', 'doctor']) {
      expect(stdout).toContain(word);
    }
    expect(exitCode).toBe(0);
  });
});
