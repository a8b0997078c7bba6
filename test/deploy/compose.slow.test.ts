/** deploy/compose.yaml fits together: files, networks, volumes, and the command lines of mailvet. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { parseServeOptions } from '../../src/cli/commands/serve/settings.ts';
import { PLAIN } from '../../src/cli/io/terminal.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { parseDockerfile, parseEnv, parseWords } from './dockerfile.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: object;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean; ipam?: unknown } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const path = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), 'utf8');

/** What deploy/.env gives. */
const GIVEN: Readonly<Record<string, string>> = {
  DOMAIN: 'verify.example.com',
  HELO: 'mx-out.example.com',
  POSTGRES_PASSWORD: 'secret',
};
const text = read('compose.yaml').replace(/^(?!#)(.*)$/gm, (line) =>
  line.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => GIVEN[name] ?? `unset ${name}`),
);
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'mailvet');

/** What the image sets already. */
const image = parseDockerfile(read('Dockerfile')).at(-1)?.instructions ?? [];
const imageEnv = image.filter(({ name }) => name === 'ENV').flatMap(parseEnv);

/** The flags of a command line, which runs nothing. Throws for what the program does not take. */
async function parseFlags(argv: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const dependencies = { context: {} as never, finish: () => {} };
  const help = { all: false, heading: PLAIN.bold };
  const program = buildProgram(dependencies, { out: () => {}, help, columns: 80 });
  let flags: Readonly<Record<string, unknown>> = {};
  const disarm = (command: Command): void => {
    command.action(() => {
      flags = command.optsWithGlobals();
    });
    command.commands.forEach(disarm);
  };
  program.commands.forEach(disarm);
  await program.parseAsync(argv, { from: 'user' });
  return flags;
}

test('an API node and two workers run the image that is built here', () => {
  expect(ours.map(([name]) => name)).toEqual(['api', 'worker']);
  expect(compose.services.worker?.deploy?.replicas).toBe(2);
  const { context = '', dockerfile = '' } = compose.services.api?.build ?? {};
  expect(existsSync(path(`${context}/${dockerfile}`))).toBe(true);
});

describe.each(ours)('%s', (_, service) => {
  it('has a command line and settings that mailvet takes', async () => {
    const flags = await parseFlags(service.command ?? []);
    const env = { ...Object.fromEntries(imageEnv), ...service.environment };
    const context = { env, cwd: '/', home: '/nonexistent', platform: 'linux' as const };
    const { service: settings } = await parseServeOptions({ args: [], flags, context });
    expect(settings.database).toBe('postgres://mailvet:secret@database/mailvet');
    expect(settings.verifier).toMatchObject({ helo: 'mx-out.example.com' });
    if (service.command?.[0] === 'serve') {
      expect(settings).toMatchObject({ workers: 0, publicUrl: 'https://verify.example.com' });
    }
  });

  it('can change nothing but its volumes, and has no privileges', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('starts behind the database', () => {
    expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(service.networks).toContain('database');
  });
});

test('every file, volume, network and service that is named exists', () => {
  for (const [, { volumes = [], networks, depends_on = {} }] of services) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      const exists = source.startsWith('.') ? existsSync(path(source)) : source in compose.volumes;
      expect({ source, exists }).toEqual({ source, exists: true });
    }
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    for (const name of Object.keys(depends_on))
      expect(Object.keys(compose.services)).toContain(name);
  }
});

test('who waits for a healthy service waits for one that has a health check', () => {
  const hasCheck = ({ image: name, healthcheck }: Service) => name === 'mailvet' || healthcheck;
  const awaited = services.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on));
  for (const name of awaited) expect(hasCheck(compose.services[name] as Service)).toBeTruthy();
  expect(image.some(({ name }) => name === 'HEALTHCHECK')).toBe(true);
});

test('nobody outside reaches the database', () => {
  expect(compose.networks.database?.internal).toBe(true);
  expect(compose.services.database?.networks).toEqual(['database']);
  const open = services.filter(([, service]) => 'ports' in service).map(([name]) => name);
  expect(open).toEqual(['proxy']);
});

test('the proxy reaches the port that the service listens on, and is trusted', () => {
  const port = Object.fromEntries(imageEnv).MAILVET_PORT;
  expect(read('Caddyfile')).toContain(`reverse_proxy api:${port}`);
  const subnet = compose.services.api?.environment?.MAILVET_TRUST_PROXY;
  expect(JSON.stringify(compose.networks.web)).toContain(`"${subnet}"`);
  const members = services.filter(([, { networks }]) => networks.includes('web'));
  expect(members.map(([name]) => name)).toEqual(['api', 'proxy']);
});

test('the image starts and checks itself with command lines that mailvet takes', async () => {
  const find = (name: string) => image.find((one) => one.name === name)?.text ?? '';
  expect(parseWords(find('ENTRYPOINT'))).toEqual(['mailvet']);
  await parseFlags(parseWords(find('CMD')));
  const [program, ...words] = parseWords(find('HEALTHCHECK'));
  expect(program).toBe('mailvet');
  await parseFlags(words);
  await expect(parseFlags(['health', '--unknown'])).rejects.toThrow('unknown option');
});
