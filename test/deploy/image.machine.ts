/**
 * The steps of deploy/Dockerfile without an engine: the first stage in an overlay of this machine, the
 * last in a root folder that has only what the steps put there, beside the libraries of its base image.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canOpenDebian, type Debian, openDebian } from '../deb/debian.ts';
import {
  type Copy,
  type Instruction,
  parseCopy,
  parseDockerfile,
  parseEnv,
  parseWords,
} from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [build, final] = parseDockerfile(readFileSync(`${ROOT}deploy/Dockerfile`, 'utf8'));
const ofFinal = (name: string) => final?.instructions.filter((one) => one.name === name) ?? [];
const textOf = (name: string) => ofFinal(name)[0]?.text ?? '';

const ignored = readFileSync(`${ROOT}.dockerignore`, 'utf8').trim().split('\n');
const IMAGE = '/image';

describe.skipIf(!canOpenDebian())('the steps of the Dockerfile', () => {
  let debian: Debian;
  beforeAll(async () => {
    debian = await openDebian();
  });
  afterAll(() => debian?.end());

  const shell = (line: string) => debian.run('sh', '-ec', line);
  const PATH = `export PATH='${dirname(process.execPath)}':$PATH`;

  it('copy what there is, and nothing that is kept from the engine', () => {
    const copies = [build, final].flatMap((stage) => stage?.instructions ?? []);
    for (const copy of copies.filter(({ name }) => name === 'COPY').map(parseCopy)) {
      if (copy.from) continue;
      for (const source of copy.sources) {
        expect({ source, exists: existsSync(ROOT + source) }).toEqual({ source, exists: true });
        expect(ignored).not.toContain(source.split('/')[0]);
      }
    }
  });

  it('build the executable with the Node that is locked', () => {
    const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
    expect(build?.base).toBe(`node:${lock.packages['node_modules/node'].version}-bookworm-slim`);
    let folder = '/';
    shell('mkdir -p /src');
    for (const { name, text } of build?.instructions ?? []) {
      if (name === 'WORKDIR') folder = text;
      else if (name === 'COPY') copyFrom(ROOT, parseCopy({ name, text }), folder);
      // Its packages are those of this checkout, which npm put there by the same lock file.
      else if (text.startsWith('npm ci')) shell(`ln -s ${ROOT}node_modules ${folder}/node_modules`);
      else if (name === 'RUN') shell(`cd ${folder}; ${PATH}; ${text}`);
      else throw new Error(`No way to follow ${name} in the first stage`);
    }
    expect(debian.status('test -x /built/mailvet')).toBe(0);
  });

  it('put the executable beside the libraries of its base image', () => {
    shell(`for library in $(ldd /built/mailvet | grep -o '/[^ ]*'); do
      install -D "$library" "${IMAGE}$library"
    done
    mkdir -p ${IMAGE}/tmp ${IMAGE}/proc ${IMAGE}/etc; cp /etc/resolv.conf ${IMAGE}/etc`);
    for (const copy of ofFinal('COPY').map(parseCopy)) {
      copyFrom(copy.from ? '/' : ROOT, copy, IMAGE);
    }
    const unknown = final?.instructions.filter(({ name }) => !KNOWN.has(name)) ?? [];
    expect(unknown).toEqual([]);
  });

  it('leave an image whose root can be read-only, and whose user owns the volume alone', () => {
    shell(`mount --bind ${IMAGE} ${IMAGE}; mount -o remount,bind,ro ${IMAGE}
      cp -a ${IMAGE}/data /volume; mount --bind /volume ${IMAGE}${textOf('VOLUME')}
      mount -t tmpfs tmpfs ${IMAGE}/tmp; mount -t proc proc ${IMAGE}/proc`);
    expect(debian.status(`touch ${IMAGE}/usr/anything`)).not.toBe(0);
    expect(debian.run('stat', '-c', '%u:%g %a', `${IMAGE}/data`)).toBe('65532:65532 700\n');
    expect(textOf('USER')).toBe('65532:65532');
  });

  it('serve, are healthy, and stop by the signal', async () => {
    const child = start(parseWords(textOf('CMD')));
    expect(await firstLine(child, /listening on/)).toContain('http://0.0.0.0:');
    expect(run(parseWords(textOf('HEALTHCHECK')).slice(1))).toBe('ready\n');
    expect(run(['admin', 'team', 'list'])).toContain('default');
    const ended = once(child, 'exit');
    child.kill(textOf('STOPSIGNAL') as NodeJS.Signals);
    expect((await ended)[0]).toBe(0);
    expect(() => run(parseWords(textOf('HEALTHCHECK')).slice(1))).toThrow('No service answers');
  });

  it('run the quick start', () => {
    const list = '/usr/share/mailvet/contacts.csv';
    run(['clean', list, '-o', '/data/contacts.verified.csv', ...REPORT]);
    expect(debian.run('cat', '/volume/contacts.verified.csv')).toMatch(
      /deliverable@sandbox\.test,.*,deliverable,accepted,/,
    );
  });

  it('bring the licences of all that the executable contains', () => {
    const read = (name: string) => debian.run('cat', `${IMAGE}/usr/share/doc/mailvet/${name}`);
    expect(read('LICENSE')).toContain('MIT License');
    expect(read('third-party-licences.txt')).toMatch(/^Node\.js \d+.*^pg \d+/ms);
  });

  /** The image's entry point with other words, as its user, with its variables and a free port. */
  function command(words: readonly string[]): [string, ...string[]] {
    const variables = ofFinal('ENV')
      .flatMap(parseEnv)
      .map(([name, value]) => `${name}=${value}`);
    const [program = ''] = parseWords(textOf('ENTRYPOINT'));
    return [
      ...(['/usr/bin/env', '-i', ...variables, `MAILVET_PORT=${PORT}`] as const),
      ...['/usr/sbin/chroot', `--userspec=${textOf('USER')}`, IMAGE],
      ...[`/usr/local/bin/${program}`, ...words],
    ];
  }
  const run = (words: readonly string[]) => debian.run(...command(words));
  const start = (words: readonly string[]) => debian.spawn(...command(words));

  function copyFrom(base: string, { sources, to, owner }: Copy, folder: string): void {
    const target = to.startsWith('/') ? `${folder === IMAGE ? IMAGE : ''}${to}` : `${folder}/${to}`;
    // A folder's contents are copied, a file to a name or into a folder that ends with a slash.
    for (const source of sources) {
      shell(`mkdir -p "$(dirname ${target}x)"; from=${base}${source}
        if [ -d "$from" ]; then
          mkdir -p ${target}; tar -C "$from" --exclude=node_modules -c . | tar -C ${target} -x
        else cp -a "$from" ${target}; fi
        chown -R ${owner ?? '0:0'} ${target}`);
    }
  }
});

/** Beside the list nothing can be written. */
const REPORT = ['--report', '/data/contacts.verified.html'];

/** Beside them, LABEL and EXPOSE say something, and do nothing. */
const KNOWN: ReadonlySet<string> = new Set<Instruction['name']>([
  ...['LABEL', 'EXPOSE', 'ENV', 'COPY', 'USER', 'WORKDIR', 'VOLUME', 'STOPSIGNAL', 'HEALTHCHECK'],
  ...['ENTRYPOINT', 'CMD'],
]);

/** Hardly anybody listens there: the machine's ports are shared. */
const PORT = 18_025;

async function firstLine(child: ReturnType<Debian['spawn']>, wanted: RegExp): Promise<string> {
  const lines: string[] = [];
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (wanted.test(line)) break;
    }
  }
  return lines.join('\n');
}
