/** .github/workflows/release.yml and action.yml: what they run exists, and nobody can change it unseen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { PLATFORMS } from '../../scripts/binary/platforms.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly Record<string, string>[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), 'utf8');
const workflow = parse(read('.github/workflows/release.yml')) as Workflow;
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);
const scripts = steps.map(({ run }) => run ?? '').join('\n');
const matrixOf = (job: string, key: string) =>
  workflow.jobs[job]?.strategy?.matrix.include.map((one) => one[key]);

const FILES = [
  'action.yml',
  ...readdirSync(path('.github/workflows')).map((name) => `.github/workflows/${name}`),
];
const PIN = /^\s*(?:- )?uses: ([\w-]+\/[\w-]+(?:\/[\w-]+)*)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/;

test('every action is pinned by its commit, the same one everywhere, with its version beside it', () => {
  const pins = new Map<string, Set<string>>();
  for (const file of FILES) {
    const uses = read(file)
      .split('\n')
      .filter((line) => /^\s*(?:- )?uses:/.test(line));
    for (const line of uses) {
      expect(line).toMatch(PIN);
      const [, action = '', commit = ''] = PIN.exec(line) ?? [];
      pins.set(action, (pins.get(action) ?? new Set()).add(commit));
    }
  }
  expect(pins.size).toBeGreaterThan(8);
  for (const [action, commits] of pins) expect([action, commits.size]).toEqual([action, 1]);
});

test('a job may read the code, and what more it may do it says itself', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  const writing = jobs.filter(([, { permissions = {} }]) => permissions.contents === 'write');
  expect(writing.map(([name]) => name)).toEqual(['release']);
  const signing = jobs.filter(([, { permissions = {} }]) => permissions['id-token'] === 'write');
  expect(signing.map(([name]) => name)).toEqual(['image', 'npm', 'release']);
  for (const { uses, with: given } of steps) {
    if (uses?.startsWith('actions/checkout@'))
      expect(given).toEqual({ 'persist-credentials': false });
  }
});

test('no script is put together from what others may choose', () => {
  expect(scripts).not.toContain('${' + '{');
});

test('every job ends', () => {
  for (const [name, job] of jobs)
    expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
});

test('the order is: check, build, publish, release, install', () => {
  const needs = (name: string) => [workflow.jobs[name]?.needs ?? []].flat();
  expect(Object.fromEntries(jobs.map(([name]) => [name, needs(name)]))).toEqual({
    check: [],
    binary: ['check'],
    image: ['binary'],
    npm: ['binary'],
    release: ['binary', 'image', 'npm'],
    verify: ['release'],
  });
});

test('what is run exists', () => {
  const { scripts: known } = JSON.parse(read('package.json'));
  const named = [...scripts.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named).toEqual(
    expect.arrayContaining(['check', 'release:check', 'release:rehearse', 'test:binary']),
  );
  for (const name of named) expect(known).toHaveProperty([name]);
  const files = [...scripts.matchAll(/(?:node|sh|bash) ((?:scripts|deploy)\/[\w./-]+)/g)];
  expect(files.length).toBeGreaterThan(6);
  for (const [, file = ''] of files) expect([file, existsSync(path(file))]).toEqual([file, true]);
});

test('there is an executable for every platform', () => {
  expect(matrixOf('binary', 'platform')).toEqual([...PLATFORMS]);
});

test('the executable holds the Node that is locked, as the image does', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { version } = packages['node_modules/node'];
  expect(workflow.env.NODE_VERSION).toBe(version);
  const check = read('.github/workflows/check.yml');
  expect(check).toContain(`node-version: ${version}\n`);
  expect(check).toContain(`image: node:${version}-bookworm\n`);
});

it.for(['npm', 'script', 'deb', 'image', 'homebrew', 'scoop'])(
  'is installed by %s afterwards, and the quick start run',
  (route) => {
    expect(matrixOf('verify', 'route')).toContain(route);
    const step = workflow.jobs.verify?.steps.find(
      (one) => 'if' in one && one.if === `matrix.route == '${route}'` && one.run !== undefined,
    );
    expect(step?.run).toContain('scripts/release/quick-start.sh');
  },
);

test('the provenance is complete', () => {
  const used = (action: string) => steps.filter(({ uses }) => uses?.startsWith(`${action}@`));
  expect(used('docker/build-push-action')[0]?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    provenance: 'mode=max',
    sbom: true,
  });
  expect(used('actions/attest-build-provenance')).toHaveLength(2);
  expect(used('actions/attest-sbom')).toHaveLength(1);
  expect(scripts).toMatch(/npm publish \S+ --ignore-scripts --provenance/);
  expect(scripts).toContain('node scripts/release/sbom.ts >out/mailvet.cdx.json');
  expect(scripts).toContain('gh attestation verify');
});
