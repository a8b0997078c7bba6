import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryHome } from '../../support/run-cli.ts';

const OFFERS_ZSH = fileURLToPath(new URL('../../support/offers.zsh', import.meta.url));

/** What each line offers where it ends; sorted, and without what stands before it in its own word. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  'mailvet ver': ['verify', 'version'],
  'mailvet batch ': ['cancel', 'list', 'results', 'resume', 'retry', 'submit', 'watch'],
  'mailvet config s': ['set'],
  'mailvet admin team q': ['quota'],
  // A value is no step down the tree.
  'mailvet --profile batch ver': ['verify', 'version'],
  'mailvet --profile=batch ver': ['verify', 'version'],
  'mailvet verify --fa': ['--fail-on'],
  'mailvet verify a@b.de --base-': ['--base-url'],
  'mailvet verify -o out --min': ['--min-score'],
  'mailvet --format ': ['csv', 'json', 'jsonl', 'text', 'tsv', 'xlsx'],
  'mailvet batch submit --format=js': ['json', 'jsonl'],
  'mailvet batch submit --encoding utf-16': ['utf-16be', 'utf-16le'],
  'mailvet batch submit --progress l': ['lines'],
  'mailvet verify --risky-role ': ['false', 'true'],
  'mailvet serve --log-format ': ['json', 'text'],
  'mailvet admin invite ann@b.de --role ': ['member', 'owner'],
  'mailvet verify --fail-on un': ['undeliverable', 'unknown'],
  'mailvet verify --fail-on risky,un': ['undeliverable', 'unknown'],
  // Of another command: other words.
  'mailvet diff a.csv b.csv --fail-on worse,r': ['removed'],
  'mailvet clean list.csv --only=risky,de': ['deliverable'],
  'mailvet help ex': ['exit-codes'],
  'mailvet help do': ['doctor'],
  'mailvet completion ': ['bash', 'fish', 'pwsh', 'zsh'],
  'mailvet config get base': ['baseUrl'],
  'mailvet config unset p': ['profile'],
  'mailvet clean package-l': ['package-lock.json'],
  'mailvet batch submit package-l': ['package-lock.json'],
  'mailvet admin backup package-l': ['package-lock.json'],
  'mailvet verify -o package-l': ['package-lock.json'],
  'mailvet verify --output=package-l': ['package-lock.json'],
  'mailvet --ca-file package-l': ['package-lock.json'],
  // What nobody can guess: nothing, and neither files nor flags.
  'mailvet verify package-l': [],
  'mailvet verify --min-score ': [],
  'mailvet verify --min-score -': [],
};

const LINES = Object.keys(OFFERED);

describe('completion', () => {
  it.skipIf(!isInstalled('bash'))('in bash offers what may follow', async () => {
    expect(await offered('bash', bash)).toEqual(OFFERED);
  });

  it.skipIf(!isInstalled('zsh'))(
    'in zsh, where that is installed, offers what may follow',
    async () => {
      expect(await offered('zsh', zsh)).toEqual(OFFERED);
    },
  );

  it.skipIf(!isInstalled('zsh'))('in zsh, where that is installed, can be sourced', async () => {
    const [said] = await heard('zsh', (script) =>
      zshAfter(script, `source "${script}"`, ['mailvet ver']),
    );
    expect(said).toEqual(['verify', 'version']);
  });

  it.skipIf(!isInstalled('fish'))(
    'in fish, where that is installed, offers what may follow',
    async () => {
      expect(await offered('fish', fish)).toEqual({
        ...OFFERED,
        // fish offers flags wherever a dash was typed.
        'mailvet verify --min-score -': expect.arrayContaining(['--force']),
      });
    },
  );

  it.each(['bash', 'zsh', 'fish', 'pwsh'])('for %s knows the whole tree', async (shell) => {
    const { stdout, exitCode } = await runCli(['completion', shell]);
    for (const word of ['verify', 'batch submit', 'admin key create', 'risky-role', 'doctor']) {
      expect(stdout).toContain(word);
    }
    expect(exitCode).toBe(0);
  });
});

/** Asks a real shell for the words that it offers at the end of each line. */
type Shell = (script: string) => string[][];

function isInstalled(shell: string): boolean {
  return process.platform !== 'win32' && spawnSync(shell, ['--version']).status === 0;
}

async function offered(name: string, shell: Shell): Promise<Record<string, string[]>> {
  const said = await heard(name, shell);
  return Object.fromEntries(LINES.map((line, at) => [line, (said[at] ?? []).map(bare).sort()]));
}

/** The script lies where zsh looks for functions, under the name that zsh looks for. */
async function heard(name: string, shell: Shell): Promise<string[][]> {
  await using home = await temporaryHome();
  const script = join(home.path, '_mailvet');
  await writeFile(script, (await runCli(['completion', name])).stdout);
  return shell(script);
}

/** Shells disagree on whether an offer repeats `--flag=` and the words of a list before it. */
function bare(word: string): string {
  return word.replace(/^.*[=,]/, '');
}

function bash(script: string): string[][] {
  const ask = (line: string) => {
    const words = line.split(/(=)| /).filter((word) => word !== undefined);
    const quoted = words.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _mailvet; printf '%s\\n' == "\${COMPREPLY[@]}"`;
  };
  return answers(script, ['bash', '-c', ['source "$0"', ...LINES.map(ask)].join('\n'), script]);
}

function zsh(script: string): string[][] {
  return zshAfter(script, `fpath=("${dirname(script)}" $fpath); compinit -u -D`, LINES);
}

function zshAfter(script: string, setup: string, lines: readonly string[]): string[][] {
  return answers(script, ['zsh', '-f', OFFERS_ZSH, setup, ...lines]);
}

function fish(script: string): string[][] {
  const ask = 'source $argv[1]; for line in $argv[2..-1]; echo ==; complete -C $line; end';
  const said = answers(script, ['fish', '--no-config', '-c', ask, script, ...LINES]);
  return said.map((words) => words.map((word) => word.replace(/\t.*/, '')));
}

/** A line that begins with `==` starts each answer; a word a line follows. */
function answers(script: string, [command = '', ...args]: readonly string[]): string[][] {
  const env = { ...process.env, PATH: `${dirname(script)}:${process.env.PATH}` };
  const said = execFileSync(command, args, { encoding: 'utf8', timeout: 120_000, env });
  return said
    .split(/^==.*\n/m)
    .slice(1)
    .map((answer) => answer.split('\n').filter((word) => word !== ''));
}
