import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { asMailvetError } from '../../../src/cli/error-report.ts';
import { RunFiles, unwritable } from '../../../src/cli/io/file-place.ts';
import { createOutputFile, refuseExisting } from '../../../src/cli/io/output-file.ts';
import { isStdout, isStream } from '../../../src/cli/io/output-target.ts';
import { ignoreWriteErrors, toOutput } from '../../../src/cli/io/terminal.ts';
import { MailvetError } from '../../../src/lib/errors.ts';
import { batchWorld } from '../../support/batch-world.ts';
import { hintSaying } from '../../support/hint-saying.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';

const FILE = { isFile: () => true, isDirectory: () => false };
const DIRECTORY = { isFile: () => false, isDirectory: () => true };
const DEVICE = { isFile: () => false, isDirectory: () => false };

test.for([
  ['/dev/null', DEVICE, true],
  ['/here/pipe', DEVICE, true],
  ['/here/out.csv', FILE, false],
  ['/here', DIRECTORY, false],
  ['/here/new.csv', undefined, false],
  // Open already: a rename would take the place of the file behind it.
  ['/dev/fd/3', FILE, true],
  ['/dev/stderr', FILE, true],
  ['/proc/self/fd/4', FILE, true],
] as const)('%s is written to as it is: %s', ([path, kind, expected]) => {
  expect(isStream(path, kind)).toBe(expected);
});

test.for(['-', '/dev/stdout', '/dev/fd/1'])('%s is stdout', (name) => {
  expect(isStdout(name)).toBe(true);
  expect(isStdout('out.csv')).toBe(false);
});

function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'write', path: '/home/a/x' });
}

describe.skipIf(process.platform === 'win32')('an output', () => {
  it('that is a pipe gets the results, with no leave to replace, and stays', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\nada@b.de\n');
    const pipe = join(world.home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = text(createReadStream(pipe));
    const { exitCode } = await world.run('batch submit list.csv -o pipe');
    expect(exitCode).toBe(0);
    expect(await read).toContain('ada@b.de');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  it('that is a pipe gets the results of verify, too', async () => {
    await using world = await batchWorld();
    const pipe = join(world.home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = text(createReadStream(pipe));
    expect((await world.run('verify ada@b.de -o pipe --force')).exitCode).toBe(0);
    expect(await read).toContain('ada@b.de');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  it('that is /dev/stdout is stdout', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\nada@b.de\n');
    const { stdout } = await world.run('batch submit list.csv -o /dev/stdout');
    expect(stdout).toContain('ada@b.de');
  });

  it('behind a link is replaced where it lies', async () => {
    await using home = await temporaryHome();
    await mkdir(join(home.path, 'far'));
    const target = join(home.path, 'far', 'out.csv');
    const link = join(home.path, 'link.csv');
    await writeFile(target, 'old');
    await symlink(join('far', 'out.csv'), link);
    const file = await createOutputFile(link, { force: true, files: new RunFiles() });
    await file.write('new');
    await file.commit();
    expect(await readFile(target, 'utf8')).toBe('new');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readdir(join(home.path, 'far'))).toEqual(['out.csv']);
  });

  it.for([
    ['verify ada@b.de -o link.csv', 'far/out.csv'],
    ['verify ada@b.de -o link.csv --force', 'far/out.csv'],
    ['verify ada@b.de --reporter junit=link.csv', 'far/out.csv'],
    ['clean list.csv -o link.csv --force', 'far/out.csv'],
    ['clean list.csv -o link.csv', 'no/directory/out.csv'],
    ['clean list.csv -o link/out.csv', 'no/directory'],
    ['clean list.csv --report link.md', 'far/report.md'],
    ['clean list.csv --reporter junit=link.xml --force', 'far/report.xml'],
    ['clean list.csv --split link', 'no'],
    ['clean list.csv --split link/parts', 'no'],
    ['clean list.csv', 'far/out.csv'],
    ['batch submit list.csv -o link.csv', 'far/out.csv'],
  ] as const)(
    'is never created behind a link that leads to nothing: %s',
    async ([command, target]) => {
      await using world = await batchWorld();
      world.write('list.csv', 'email\nada@b.de\n');
      await mkdir(join(world.home, 'far'));
      const name = /link[.\w]*/.exec(command)?.[0] ?? 'list.verified.csv';
      await symlink(target, join(world.home, name));
      const { exitCode, stderr } = await world.run(command);
      expect(stderr).toMatch(/leads by a link to .*, which does not exist/);
      expect(exitCode).toBe(2);
      expect(await readdir(join(world.home, 'far'))).toEqual([]);
      expect(existsSync(join(world.home, 'no'))).toBe(false);
      expect(world.standIn.requests).toEqual([]);
    },
  );

  it.for(['clean list.csv -o no/out.csv', 'verify ada@b.de -o no/out.csv'])(
    'in no directory is refused before anything is sent: %s',
    async (command) => {
      await using world = await batchWorld();
      world.write('list.csv', 'email\nada@b.de\n');
      const { exitCode, stderr } = await world.run(command);
      expect(stderr).toMatch(/there is no directory .*no\nCreate it, or write elsewhere with -o/);
      expect(exitCode).toBe(2);
      expect(world.standIn.requests).toEqual([]);
    },
  );

  it('may have a name of 255 bytes', async () => {
    await using world = await batchWorld();
    const name = `${'ü'.repeat(125)}.csv`;
    expect((await world.run(`verify ada@b.de -o ${name}`)).exitCode).toBe(0);
    expect(world.read(name)).toContain('ada@b.de');
  });

  it('behind links in a circle is refused', async () => {
    await using home = await temporaryHome();
    await symlink('b', join(home.path, 'a'));
    await symlink('a', join(home.path, 'b'));
    const refused = refuseExisting(join(home.path, 'a'), { force: true, files: new RunFiles() });
    await expect(refused).rejects.toMatchObject({ code: 'input' });
  });

  it('below a file is refused before anything is sent', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\nada@b.de\n');
    const { exitCode, stderr } = await world.run('clean list.csv --split list.csv/parts');
    expect(stderr).toContain('is not a directory');
    expect(exitCode).toBe(2);
    expect(world.standIn.requests).toEqual([]);
  });

  it('that appeared meanwhile leaves the results where another command gets them', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\nada@b.de\n');
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    world.standIn.fail('getBatch', { kind: 'hold', until: late });
    const running = world.run('batch submit list.csv -o out.csv');
    await world.standIn.arrived('getBatch');
    world.write('out.csv', 'theirs');
    answer();
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(2);
    const command = /mailvet (batch resume \S+) -o <file>/.exec(stderr)?.[1];
    expect(world.read('out.csv')).toBe('theirs');
    expect((await world.run(`${command} -o other.csv`)).exitCode).toBe(0);
    expect(world.read('other.csv')).toContain('ada@b.de');
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(1);
  });
});

describe('a stream that takes nothing', () => {
  const full = () =>
    toOutput(new Writable({ write: (_chunk, _encoding, done) => done(errorOf('ENOSPC')) }));

  it('is reported as an error of the output', async () => {
    await expect(full().write('one')).rejects.toMatchObject({
      code: 'io',
      message: "stdout can't be written: no space is left (ENOSPC)",
    });
  });

  it('stops nothing where only notices go', async () => {
    const stderr = ignoreWriteErrors(full());
    await expect(stderr.write('one')).resolves.toBeUndefined();
    await expect(stderr.write('two')).resolves.toBeUndefined();
  });
});

test.for(['ENOSPC', 'EACCES', 'EROFS', 'EISDIR', 'ENOTDIR', 'EDQUOT', 'EIO', 'EWEIRD'])(
  'an output refused with %s is named, with what to do',
  (code) => {
    const error = unwritable('/out.csv', errorOf(code));
    const disk = ['ENOSPC', 'EDQUOT', 'EIO'].includes(code);
    const hint = hintSaying('-o');
    expect(error).toMatchObject({ code: disk ? 'io' : 'input', hint });
    expect(error.message).toMatch(new RegExp(`^/out.csv can't be written: .*${code}`));
  },
);

describe('trouble with the directories of mailvet', () => {
  const own = {
    config: '/h/.config/mailvet',
    data: '/h/.local/share/mailvet',
    state: '/h/.local/state/mailvet',
  };
  const fileError = (path: string) => Object.assign(errorOf('EROFS'), { path });

  it.for([
    ['/h/.config/mailvet/config.json', '/h/.config/mailvet', 'XDG_CONFIG_HOME'],
    ['/h/.local/state/mailvet/jobs/job_1.sqlite', '/h/.local/state/mailvet', 'XDG_STATE_HOME'],
    ['/h/.config', '/h/.config/mailvet', 'XDG_CONFIG_HOME'],
  ] as const)('at %s names %s', ([path, directory, variable]) => {
    const { code, message, hint } = asMailvetError(fileError(path), own);
    expect(code).toBe('config');
    expect(message).toBe(`${directory} can't be used: the file system is read-only (EROFS)`);
    expect(hint).toContain(variable);
  });

  it('names a home that can not be written, and every variable that helps', () => {
    expect(asMailvetError(fileError('/h/.local'), own)).toMatchObject({
      message: "/h/.local can't be used: the file system is read-only (EROFS)",
      hint: 'Make it writable, or name another place with XDG_DATA_HOME, XDG_STATE_HOME',
    });
  });

  it('names a file that stands where a directory should be', () => {
    const path = '/h/.local/state/mailvet/jobs';
    const error = Object.assign(errorOf('EEXIST'), { path });
    expect(asMailvetError(error, own).message).toContain(`${path} can't be used`);
  });

  it('is no bug when SQLite has no room', () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    expect(asMailvetError(full, own)).toMatchObject({
      code: 'io',
      message: "/h/.local/state/mailvet can't be used: database or disk is full",
      hint: expect.stringContaining('Make room'),
    });
  });

  it('is reported although the clean-up failed as well', () => {
    const first = new MailvetError('server', 'the service is gone');
    expect(asMailvetError(new SuppressedError(new Error('then'), first), own)).toBe(first);
  });

  it('is not what a file elsewhere has', () => {
    expect(asMailvetError(fileError('/elsewhere'), own).code).toBe('input');
  });
});

describe('a place of our own that can not be used', () => {
  it('is named with the variable that moves it', async () => {
    await using home = await temporaryHome();
    const link = join(home.path, 'link');
    await symlink(join(home.path, 'unmounted'), link);
    await writeFile(join(home.path, 'list.csv'), 'email\nann@sandbox.test\n');
    const env = { XDG_STATE_HOME: link };
    const { stderr, exitCode } = await runCli(['batch', 'submit', 'list.csv'], {
      home: home.path,
      env,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`mailvet: ${link}/mailvet can't be used`);
    expect(stderr).toContain('name another place with XDG_STATE_HOME');
  });

  it('is named where the embedded service alone knows of it', async () => {
    await using home = await temporaryHome();
    const verify = () => runCli(['verify', 'ann@sandbox.test'], { home: home.path });
    await verify();
    const path = join(home.path, '.local', 'share', 'mailvet', 'mailvet.db');
    using database = new DatabaseSync(path);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON verifications
      BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
    const { stderr, exitCode } = await verify();
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`had an error: disk is full (its database is ${path})`);
  });
});
