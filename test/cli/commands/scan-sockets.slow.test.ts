/** `mailvet scan` and `--policy seeds` open no socket: neither by Node's modules, nor by a system call. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { real } from '../../support/real-looking.ts';
import { temporaryHome } from '../../support/run-cli.ts';
import { LAUNCHER } from '../../support/run-program.ts';

const home = eachTest(temporaryHome);
const ANN = real('ann.muster', 'firma-muster.de');

/** Loaded before the program: whatever opens a socket ends it with 99. */
const REFUSAL = `
import net from 'node:net';
import dgram from 'node:dgram';
import dns from 'node:dns';
const refuse = () => process.exit(99);
net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.bind = refuse;
dgram.Socket.prototype.send = refuse;
dns.lookup = refuse;
`;

const COMMANDS = [
  'scan',
  'scan --diff HEAD',
  'scan --write',
  `verify --policy seeds ${ANN}`,
  'clean --policy seeds list.csv',
];

function makeRepository(): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: home.path,
      env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    });
  git('init', '-q');
  writeFileSync(join(home.path, 'list.csv'), 'email\n');
  git('add', '-A');
  git('commit', '-qm', 'x');
  writeFileSync(join(home.path, 'list.csv'), `email\n${ANN}\n`);
}

function run(command: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: home.path };
  return spawnSync(command, args, { cwd: home.path, env, encoding: 'utf8' });
}

const hasStrace = spawnSync('strace', ['-V']).status === 0;

describe.for(COMMANDS)('mailvet %s', (line) => {
  const args = line.split(' ');
  const expected = args.includes('--write') ? 0 : 1;

  it('calls nothing that opens a socket', () => {
    makeRepository();
    const preload = join(home.path, '.refusal.mjs');
    writeFileSync(preload, REFUSAL);
    const { status, stdout, stderr } = run(process.execPath, [
      ...['--import', preload, LAUNCHER],
      ...args,
    ]);
    expect(status, stderr).toBe(expected);
    expect(stdout).toContain(ANN);
  });

  it.runIf(hasStrace)(
    'makes no system call that opens one, nor does a program that it starts',
    () => {
      makeRepository();
      const trace = join(home.path, '.trace');
      const flags = ['-f', '-e', 'trace=socket,socketpair,connect,bind,listen', '-o', trace];
      const { status } = run('strace', [...flags, process.execPath, LAUNCHER, ...args]);
      expect(status).toBe(expected);
      expect(readFileSync(trace, 'utf8')).not.toMatch(
        /\b(?:socket|socketpair|connect|bind|listen)\(/,
      );
    },
  );
});
