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
  });

  it.each(['bash', 'zsh', 'fish', 'pwsh'])('for %s knows the whole tree', async (shell) => {
    const { stdout, exitCode } = await runCli(['completion', shell]);
    for (const word of ['verify', 'batch submit', 'admin key create', 'risky-role', 'doctor']) {
      expect(stdout).toContain(word);
    }
    expect(exitCode).toBe(0);
  });
});
