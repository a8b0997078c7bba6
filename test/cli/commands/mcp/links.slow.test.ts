/** Which links, pipes and names lead an agent to a file: every kind as every parameter of verify_list. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentListState } from '../../../../src/cli/commands/mcp/schemas.ts';
import { type McpClient, startMcp } from '../../../support/mcp-client.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

const LIST = 'email\nann@example.com\n';
const OUTSIDE = /lies outside of the directories/;
const HIDDEN = /is hidden/;
const ABSENT = /does not exist/;
const EXISTS = /exists already/;
const IRREGULAR = /is a device, a pipe or a socket/;
const LOOP = /links lead in a circle/;
const DIRECTORY = /is a directory/;

/** What a call does: it works, or fails with such an error. */
type Outcome = 'works' | RegExp;

interface Kind {
  readonly name: string;
  /** Makes it at that absolute path, in the root or below. */
  readonly make: (path: string, world: World) => Promise<unknown>;
  readonly read: Outcome;
  readonly write: Outcome;
  readonly overwrite: Outcome;
}

const refused = (outcome: Outcome) => ({ read: outcome, write: outcome, overwrite: outcome });
const file = { read: 'works', write: EXISTS, overwrite: 'works' } as const;

const KINDS: readonly Kind[] = [
  { name: 'nothing', make: async () => {}, read: ABSENT, write: 'works', overwrite: 'works' },
  { name: 'a file', make: (path) => writeFile(path, LIST), ...file },
  {
    name: 'a link to a file inside',
    make: (path, { root }) => symlink(join(root, 'sub', 'list.csv'), path),
    ...file,
  },
  {
    name: 'a relative link with .. that stays inside',
    make: (path) => symlink('sub/../sub/list.csv', path),
    ...file,
  },
  {
    name: 'a chain of links that stays inside',
    make: async (path) => {
      await symlink('sub/list.csv', `${path}.1`);
      await symlink(`${path}.1`, `${path}.2`);
      await symlink(`${path}.2`, path);
    },
    ...file,
  },
  {
    name: 'a hard link to a file outside',
    make: (path, { outside }) => link(join(outside, 'list.csv'), path),
    ...file,
  },
  {
    name: 'a link to a file outside',
    make: (path, { outside }) => symlink(join(outside, 'list.csv'), path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a relative link to a file outside',
    make: (path) => symlink('../outside/list.csv', path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a chain of links to a file outside',
    make: async (path) => {
      await symlink('../outside/list.csv', `${path}.1`);
      await symlink(`${path}.1`, path);
    },
    ...refused(OUTSIDE),
  },
  {
    name: 'a link with .. behind a link to a directory outside',
    // By its text sub.csv in the root; for the system outside/list.csv.
    make: async (path, { outside }) => {
      await symlink(join(outside, 'deep'), `${path}.d`);
      await symlink(`${path}.d/../list.csv`, path);
    },
    ...refused(OUTSIDE),
  },
  {
    name: 'a link to a directory outside',
    make: (path, { outside }) => symlink(outside, path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a link to nothing outside',
    make: (path, { outside }) => symlink(join(outside, 'new.csv'), path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a link to nothing in no directory outside',
    make: (path, { outside }) => symlink(join(outside, 'no', 'new.csv'), path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a link into the root of the process in /proc',
    make: (path, { outside }) => symlink(`/proc/self/root${outside}/list.csv`, path),
    ...refused(OUTSIDE),
  },
  {
    name: 'a link to nothing inside',
    make: (path) => symlink('sub/nothing.csv', path),
    ...refused(ABSENT),
  },
  { name: 'a link to itself', make: (path) => symlink(path, path), ...refused(LOOP) },
  {
    name: 'a link to a hidden file',
    make: (path) => symlink('.hidden.csv', path),
    ...refused(HIDDEN),
  },
  {
    name: 'a link into a hidden directory',
    make: (path) => symlink('.git/list.csv', path),
    ...refused(HIDDEN),
  },
  {
    name: 'a link to nothing with a hidden name',
    make: (path) => symlink('.bashrc', path),
    ...refused(HIDDEN),
  },
  { name: 'a directory', make: (path) => mkdir(path), ...refused(DIRECTORY) },
  {
    name: 'a link to a directory inside',
    make: (path) => symlink('sub', path),
    ...refused(DIRECTORY),
  },
  {
    name: 'a pipe',
    make: async (path) => execFileSync('mkfifo', [path]),
    ...refused(IRREGULAR),
  },
  { name: 'a socket', make: listenAt, ...refused(IRREGULAR) },
  { name: 'a link to a device', make: (path) => symlink('/dev/null', path), ...refused(OUTSIDE) },
  {
    name: 'a link to stdin',
    make: (path) => symlink('/proc/self/fd/0', path),
    ...refused(OUTSIDE),
  },
];

async function listenAt(path: string, world: World): Promise<void> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  world.stops.push(() => server.close());
}

/** Parameters of verify_list that name a file. `name` has no extension. */
const USES = {
  file: (name: string) => [`${name}.csv`, { file: `${name}.csv`, dryRun: true }, 'read'],
  output: (name: string) => [`${name}.csv`, { output: `${name}.csv` }, 'write'],
  'output with overwrite': (name: string) => [
    `${name}.csv`,
    { output: `${name}.csv`, overwrite: true },
    'overwrite',
  ],
  'default output with overwrite': (name: string) => [
    `list-${name}.verified.csv`,
    { overwrite: true },
    'overwrite',
  ],
  'report with overwrite': (name: string) => [
    `${name}.md`,
    { report: `${name}.md`, overwrite: true },
    'overwrite',
  ],
} as const satisfies Record<
  string,
  (name: string) => readonly [string, object, 'read' | 'write' | 'overwrite']
>;

interface World {
  readonly root: string;
  readonly outside: string;
  readonly stops: (() => void)[];
}

interface ListAnswer {
  readonly result: AgentListState | null;
}

// `darwin` holds no directory open: it compares what it has opened.
describe.skipIf(process.platform === 'win32').for(['linux', 'darwin'] as const)(
  'as %s, verify_list',
  (platform) => {
    let world: World;
    let service: StandIn;
    let mcp: McpClient;
    let untouched: string;

    beforeAll(async () => {
      world = await createWorld();
      service = await startStandIn();
      const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
      const args = ['--root', join(world.root, '..', 'link-to-root')];
      mcp = await startMcp({ home: join(world.root, '..', 'home'), cwd: '/', args, env, platform });
      untouched = await snapshot(world);
    });

    afterAll(async () => {
      await mcp[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      for (const stop of world.stops) stop();
      await rm(join(world.root, '..'), { recursive: true, force: true });
    });

    async function outcomeOf(given: object): Promise<string> {
      try {
        const { result } = await mcp.call<ListAnswer>('verify_list', given);
        return result?.problem?.message ?? 'works';
      } catch (error) {
        return (error as Error).message;
      }
    }

    const cases = Object.entries(USES).flatMap(([use, toCall], at) =>
      KINDS.map((kind, index) => ({ use, toCall, kind, id: `c${at}-${index}` })),
    );

    it.for(cases)('has $use that is $kind.name', async ({ toCall, kind, id }) => {
      const [path, given, way] = toCall(id);
      await kind.make(join(world.root, path), world);
      const list = `list-${id}.csv`;
      await writeFile(join(world.root, list), `email\n${id}@example.com\n`);
      const sent = service.batches.length;
      const outcome = await outcomeOf({ file: list, ...given });
      if (kind[way] === 'works') expect(outcome).toBe('works');
      else expect(outcome).toMatch(kind[way]);
      // What can't be written is refused before it costs anything.
      if (kind[way] !== 'works') expect(service.batches).toHaveLength(sent);
      expect(await snapshot(world)).toBe(untouched);
      expect(await temporaries(world)).toEqual([]);
    });

    it.for([
      ['.hidden.csv', HIDDEN],
      ['.git/list.csv', HIDDEN],
      ['.link/list.csv', HIDDEN],
      ['../outside/list.csv', OUTSIDE],
      ['../root-2/list.csv', OUTSIDE],
      ['../root', OUTSIDE],
      ['.', OUTSIDE],
      ['sub/../list.csv', 'works'],
      ['list.csv/', 'works'],
      ['inner/own.csv', 'works'],
      ['outer/list.csv', OUTSIDE],
      ['outer/new.csv', OUTSIDE],
      ['outer/no/new.csv', OUTSIDE],
      ['list.csv/list.csv', /not a directory/],
      [`${'n'.repeat(300)}.csv`, /name is too long/],
      ['list\0.csv', /NUL/],
      ['/proc/self/cwd/etc/hostname', OUTSIDE],
      ['/dev/stdin', OUTSIDE],
      ['-', ABSENT],
    ] as const)('reads %s: %s', async ([given, expected]) => {
      const outcome = await outcomeOf({ file: given, dryRun: true });
      if (expected === 'works') expect(outcome).toBe('works');
      else expect(outcome).toMatch(expected);
    });

    it.for([
      ['.bashrc', HIDDEN],
      ['.git/new.csv', HIDDEN],
      ['../outside/new.csv', OUTSIDE],
      ['outer/new.csv', OUTSIDE],
      ['no/new.csv', /there is no directory/],
      [`${'n'.repeat(300)}.csv`, /name is too long/],
      [`${'n'.repeat(250)}.csv`, 'works'],
      ['inner/new.csv', 'works'],
    ] as const)('writes %s: %s', async ([output, expected]) => {
      const outcome = await outcomeOf({ file: 'list.csv', output, overwrite: true });
      if (expected === 'works') expect(outcome).toBe('works');
      else expect(outcome).toMatch(expected);
      expect(await snapshot(world)).toBe(untouched);
    });
  },
);

async function createWorld(): Promise<World> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'mailvet-links-')));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  for (const path of ['home', 'root-2', 'root/sub', 'root/.git', 'outside/deep'])
    await mkdir(join(base, path), { recursive: true });
  for (const path of ['list.csv', 'sub/list.csv', 'sub/own.csv', '.hidden.csv', '.git/list.csv'])
    await writeFile(join(root, path), LIST);
  await writeFile(join(base, 'root-2', 'list.csv'), LIST);
  await writeFile(join(outside, 'list.csv'), LIST);
  await symlink(root, join(base, 'link-to-root'));
  await symlink('sub', join(root, 'inner'));
  await symlink('sub', join(root, '.link'));
  await symlink(outside, join(root, 'outer'));
  return { root, outside, stops: [] };
}

/** What an agent must never change: everything outside, and what is hidden. */
async function snapshot({ root, outside }: World): Promise<string> {
  const names = await readdir(outside, { recursive: true });
  const hidden = (await readdir(root)).filter((name) => name.startsWith('.'));
  const files = [join(outside, 'list.csv'), join(root, '.hidden.csv'), join(root, '.git/list.csv')];
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  const inGit = await readdir(join(root, '.git'));
  return JSON.stringify([names.sort(), hidden.sort(), inGit, texts]);
}

async function temporaries({ root }: World): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith('.tmp'));
}
