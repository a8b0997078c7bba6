import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { databaseOf } from '../../src/cli/commands/serve/settings.ts';
import { directoriesOf, repairModes, shortPath } from '../../src/cli/directories.ts';
import { asMailvetError, errorText } from '../../src/cli/error-report.ts';
import { RunFiles } from '../../src/cli/io/file-place.ts';
import { chooseFormat } from '../../src/cli/io/format.ts';
import { createOutputFile } from '../../src/cli/io/output-file.ts';
import { ClosedPipe, ignoreWriteErrors, toOutput, wantsColour } from '../../src/cli/io/terminal.ts';
import { readVerifierOptions } from '../../src/cli/options/global.ts';
import { hideSqliteWarning } from '../../src/cli/real-context.ts';
import { renderTable } from '../../src/cli/render/table.ts';
import { MailvetError } from '../../src/lib/errors.ts';
import { flagSource } from '../../src/settings/read.ts';
import { temporaryHome } from '../support/run-cli.ts';

describe('directories', () => {
  it.each([
    ['linux', {}, '/home/a/.config/mailvet', '/home/a/.local/state/mailvet'],
    ['linux', { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/mailvet', '/s/mailvet'],
    [
      'linux',
      { XDG_CONFIG_HOME: 'relative' },
      '/home/a/.config/mailvet',
      '/home/a/.local/state/mailvet',
    ],
    [
      'darwin',
      {},
      '/home/a/Library/Preferences/mailvet',
      '/home/a/Library/Application Support/mailvet',
    ],
    ['win32', { APPDATA: 'R:', LOCALAPPDATA: 'L:' }, 'R:\\mailvet\\Config', 'L:\\mailvet\\State'],
  ] as const)('are those of %s with %j', (platform, env, config, state) => {
    expect(directoriesOf({ platform, env, home: '/home/a', cwd: '/' })).toMatchObject({
      config,
      state,
    });
  });
});

describe('colours', () => {
  const output = (isTTY: boolean) => ({ ...toOutput(new Writable()), isTTY });
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('on a terminal %s with %j: %s', (isTTY, env, expected) => {
    expect(wantsColour(output(isTTY), env)).toBe(expected);
  });
});

describe('the format', () => {
  it.each([
    [{ output: 'a.json' }, 'json'],
    [{ output: 'a.JSONL' }, 'jsonl'],
    [{ output: 'a.csv', flag: 'json' }, 'csv'],
    [{ output: 'a.json', flag: 'csv' }, 'json'],
    [{ output: 'a.tsv', flag: 'json' }, 'tsv'],
    [{ output: 'a.XLSX' }, 'xlsx'],
    [{ output: 'results.2026-11-22' }, undefined],
    [{ output: 'a.ndjson', flag: 'json' }, 'jsonl'],
    [{ output: 'a', flag: 'json' }, 'json'],
    [{ output: 'a.txt', flag: 'json' }, 'json'],
    [{ output: 'a.txt', takesText: true }, undefined],
    [{ output: 'a' }, undefined],
    [{ output: '-' }, undefined],
    [{}, undefined],
  ] as const)('of %j is %s', (choice, expected) => {
    expect(chooseFormat(choice)).toBe(expected);
  });

  it.each(['a.xls', 'a.ods', 'a.txt', 'a.pdf'])('can not be found out from %s', (output) => {
    expect(() => chooseFormat({ output })).toThrow(`(-o ${output})`);
  });
});

describe('a table', () => {
  it('pads to the widest cell, leaves the last one, and strips controls', async () => {
    const rows = [
      { name: 'a', count: 10 },
      { name: 'long\x1b[31m', count: 7 },
    ];
    const table = await renderTable(rows, [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'COUNT', align: 'right', text: ({ count }) => String(count) },
    ]);
    expect(table).toBe('NAME  COUNT\na        10\nlong      7\n');
  });
});

describe('an output', () => {
  it('resolves when the stream has taken the chunk', async () => {
    const taken: string[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        setImmediate(() => {
          taken.push(String(chunk));
          done();
        });
      },
    });
    const output = toOutput(slow);
    await output.write('one');
    expect(taken).toEqual(['one']);
  });

  it('tells that nobody reads any more, now and ever after', async () => {
    const epipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(epipe) });
    const output = toOutput(closed);
    await expect(output.write('one')).rejects.toBeInstanceOf(ClosedPipe);
    await expect(output.write('two')).rejects.toBeInstanceOf(ClosedPipe);
    await expect(ignoreWriteErrors(output).write('three')).resolves.toBeUndefined();
  });
});

describe('an output file', () => {
  it('appears when it is complete, and leaves nothing beside it', async () => {
    await using home = await temporaryHome();
    const path = join(home.path, 'out.csv');
    const file = await createOutputFile(path, { force: false, files: new RunFiles() });
    await file.write('a');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await file.write('b');
    await file.commit();
    await file.discard();
    expect(await readFile(path, 'utf8')).toBe('ab');
    expect(await readdir(home.path)).toEqual(['out.csv']);
  });

  it('leaves nothing when it is discarded', async () => {
    await using home = await temporaryHome();
    const file = await createOutputFile(join(home.path, 'out.csv'), {
      force: false,
      files: new RunFiles(),
    });
    await file.write('a');
    await file.discard();
    expect(await readdir(home.path)).toEqual([]);
  });

  it('does not replace a file, not even one made meanwhile', async () => {
    await using home = await temporaryHome();
    const path = join(home.path, 'out.csv');
    const file = await createOutputFile(path, { force: false, files: new RunFiles() });
    await writeFile(path, 'theirs');
    await expect(file.commit()).rejects.toMatchObject({ code: 'input' });
    await file.discard();
    expect(await readFile(path, 'utf8')).toBe('theirs');
    await expect(
      createOutputFile(path, { force: false, files: new RunFiles() }),
    ).rejects.toMatchObject({ code: 'input' });
    expect(await readdir(home.path)).toEqual(['out.csv']);
  });

  it('is refused where nothing can be written', async () => {
    await using home = await temporaryHome();
    const create = (path: string) =>
      createOutputFile(join(home.path, path), { force: true, files: new RunFiles() });
    await expect(create('none/out.csv')).rejects.toMatchObject({ code: 'input' });
    await mkdir(join(home.path, 'folder'));
    await expect(create('folder')).rejects.toMatchObject({ code: 'input' });
  });
});

describe('private files', () => {
  it('are closed to others, with their directory, and repairs are reported', async () => {
    await using home = await temporaryHome();
    await chmod(home.path, 0o755);
    const path = join(home.path, 'file');
    await writeFile(path, '');
    await chmod(path, 0o640);
    expect(await repairModes(path, 'linux')).toEqual([home.path, path]);
    expect(await repairModes(path, 'linux')).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('errors as words', () => {
  const plain = { json: false, debug: false };

  it('are one line, and one of what to do', () => {
    const error = new MailvetError('input', 'no\nlist\x1b[31m', { hint: 'give one' });
    expect(errorText(error, plain)).toBe('mailvet: no list\ngive one\n');
  });

  it('show a stack with --debug alone', () => {
    const error = asMailvetError(new TypeError('oops'));
    expect(error.code).toBe('internal');
    expect(errorText(error, plain)).not.toContain('surroundings.test');
    expect(errorText(error, { ...plain, debug: true })).toContain('surroundings.test');
  });

  it('are no bug where a module is gone', async () => {
    const path: string = './gone.ts';
    expect(await import(path).catch(asMailvetError)).toMatchObject({
      message: expect.stringContaining('mailvet was replaced while it ran'),
      hint: 'Start it again',
    });
  });

  it('name the file that the system refuses', async () => {
    const error = await readFile('/none/file').catch(asMailvetError);
    expect(error).toMatchObject({ code: 'input', message: expect.stringContaining('/none/file') });
  });
});

describe('settings of the verifier', () => {
  it('are read from flags before the environment', () => {
    const flags = { helo: 'a.example', allowNetwork: ['127.0.0.0/8,::1/128', '10.0.0.0/8'] };
    const env = {
      MAILVET_HELO: 'b.example',
      MAILVET_DNS: '127.0.0.1:53, 9.9.9.9',
      MAILVET_SENDER: '',
    };
    expect(readVerifierOptions(flagSource({ ...flags, greylistRetries: '1m,5m' }), env)).toEqual({
      helo: 'a.example',
      dns: ['127.0.0.1:53', '9.9.9.9'],
      allowNetwork: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'],
      greylistRetries: [60_000, 300_000],
    });
  });

  it.each([{ providerConnections: '0' }, { greylistRetries: '5' }])('refuse %j', (flags) => {
    expect(() => readVerifierOptions(flagSource(flags), {})).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});

describe('the database of serve and admin', () => {
  const place = { env: {}, home: '/home/a', platform: 'linux', cwd: '/here' } as const;

  it('is a file of the working directory, or a URL', () => {
    expect(databaseOf({ database: 'a.db' }, place)).toEqual({
      database: '/here/a.db',
      lists: '/here/a.db.lists',
    });
    expect(databaseOf({ database: 'postgres://h/d' }, place).database).toBe('postgres://h/d');
    expect(() => databaseOf({ database: 'mysql://me:secret@h/d' }, place)).toThrow(
      "--database can't be 'mysql://me:***@h/d'",
    );
  });
});

describe('the warning about node:sqlite', () => {
  it('is dropped, others are not', () => {
    const seen: unknown[] = [];
    const warner = { emitWarning: (warning: string | Error) => seen.push(warning) };
    hideSqliteWarning(warner as unknown as NodeJS.Process);
    warner.emitWarning('SQLite is an experimental feature and might change at any time');
    warner.emitWarning('something else');
    expect(seen).toEqual(['something else']);
  });
});

const PLACE = { cwd: '/home/ann/lists', home: '/home/ann', env: {}, platform: 'linux' } as const;

test.each([
  ['/home/ann/lists/out.csv', 'out.csv'],
  ['/home/ann/lists/parts/risky.csv', 'parts/risky.csv'],
  ['/home/ann/other/out.csv', '~/other/out.csv'],
  ['/home/anna/out.csv', '/home/anna/out.csv'],
  ['/srv/out.csv', '/srv/out.csv'],
  ['/home/ann', '/home/ann'],
  ['/home/ann/lists/..hidden', '..hidden'],
])('%s is %s', (path, text) => {
  expect(shortPath(path, PLACE)).toBe(text);
});
