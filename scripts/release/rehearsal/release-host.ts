import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

type Json = Readonly<Record<string, unknown>>;

/** What npm asks a registry about a package. */
export interface Packument {
  readonly name: string;
  readonly 'dist-tags': { readonly latest: string };
  readonly versions: Readonly<Record<string, Json>>;
}

interface Entry extends Json {
  readonly version?: string;
  readonly integrity?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The packages of a lock file as a registry at `url` would describe them: no other version exists there. */
export function describeLocked(
  packages: Readonly<Record<string, Entry>>,
  url: string,
): Map<string, Packument> {
  const found = new Map<string, Packument>();
  const names = new Set(Object.keys(packages).map(nameOf));
  for (const [path, entry] of Object.entries(packages)) {
    const { version, integrity, peerDependencies = {}, ...facts } = entry;
    if (path === '' || version === undefined) continue;
    const name = nameOf(path);
    const tarball = `${url}/${name}/-/${basename(name)}-${version}.tgz`;
    // npm asks for optional peers as well, which nobody has.
    const peers = Object.entries(peerDependencies).filter(([peer]) => names.has(peer));
    const described = {
      ...facts,
      ...{ name, version, dist: { integrity, tarball } },
      peerDependencies: Object.fromEntries(peers),
    };
    const versions = { ...found.get(name)?.versions, [version]: described };
    found.set(name, { name, 'dist-tags': { latest: version }, versions });
  }
  return found;
}

/** `@scope/name` of `node_modules/a/node_modules/@scope/name`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

export interface ReleaseHost extends AsyncDisposable {
  readonly url: string;
  /** What was asked of the real registry: packages that neither the release nor npm's cache has. */
  readonly passedOn: string[];
}

interface Published {
  /** The folder with the files of the release. */
  readonly assets: string;
  readonly packages: Readonly<Record<string, Entry>>;
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: string;
  /** The real registry, and the folder of the cache, as npm is set up. */
  readonly registry: string;
  readonly cache: string;
}

/**
 * Plays the two places that a release is published to, on loopback: the releases of a repository (`/releases/…`) and
 * a registry with mailvet and the packages that are locked, whose contents npm has in its cache.
 */
export async function startReleaseHost(published: Published): Promise<ReleaseHost> {
  const { assets, packages, manifest, tarball, registry, cache } = published;
  const passedOn: string[] = [];
  const content = readFileSync(tarball);
  let known = new Map<string, Packument>();
  const integrities = new Map(
    Object.entries(packages).map(([path, { version = '', integrity = '' }]) => [
      `/${nameOf(path)}/-/${basename(path)}-${version}.tgz`,
      integrity,
    ]),
  );
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const [, file] = /^\/releases\/(?:latest\/download|download\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (file !== undefined) return sendFile(join(assets, file), response);
    if (path === `/${basename(tarball)}`) return void response.end(content);
    const described = known.get(path.slice(1));
    if (described) return void response.end(JSON.stringify(described));
    const cached = join(cache, cachePath(integrities.get(path)));
    if (integrities.has(path) && existsSync(cached)) return sendFile(cached, response);
    passedOn.push(path);
    const Location = new URL(path.slice(1), registry).href;
    response.writeHead(302, { Location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const own = { ...manifest, dist: { integrity, tarball: `${url}/${basename(tarball)}` } };
  const { name, version } = manifest;
  known = describeLocked(packages, url);
  known.set(name, { name, 'dist-tags': { latest: version }, versions: { [version]: own } });
  return {
    url,
    passedOn,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Where npm's cache has the contents of that integrity, `sha512-…` in Base64. */
export function cachePath(integrity = ''): string {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const hex = Buffer.from(digest, 'base64').toString('hex');
  return join('_cacache/content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
}

function sendFile(path: string, response: ServerResponse): void {
  if (existsSync(path)) response.end(readFileSync(path));
  else response.writeHead(404).end();
}
