/**
 * The repository that a release is of: the one setting that names its address anywhere, in package.json, labels and
 * templates. It is `--repository https://host/owner/name`, or what GitHub's workflows have in their environment.
 *
 *     node scripts/release/repository.ts            writes it into package.json
 *     node scripts/release/repository.ts --labels   prints the labels of the image, one a line
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './share.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws where neither names a repository. */
export function findRepository(given: string | undefined, env: Environment): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  const found = given ?? (server && name && `${server}/${name}`);
  if (found) return parseRepository(found);
  throw new Error('--repository is needed, or GITHUB_SERVER_URL and GITHUB_REPOSITORY');
}

export function parseRepository(text: string): string {
  const url = URL.parse(text);
  const isRepository = url?.protocol === 'https:' && /^\/[^/]+\/[^/]+$/.test(url.pathname);
  if (isRepository) return url.href;
  throw new Error(`The repository has to be https://host/owner/name, not ${text}`);
}

/** What package.json says of it. npm compares the first with the provenance. */
export function manifestFields(repository: string) {
  return {
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
  };
}

/** The labels of an image that the Dockerfile can't know. */
export function imageLabels(repository: string, version: string, revision?: string): string[] {
  const labels = { url: repository, source: repository, version, revision };
  return Object.entries(labels)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `org.opencontainers.image.${name}=${value}`);
}

function run(args: readonly string[]): void {
  const options = { repository: { type: 'string' }, labels: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const repository = findRepository(values.repository, process.env);
  const path = join(ROOT, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  if (values.labels) {
    for (const label of imageLabels(repository, manifest.version, process.env.GITHUB_SHA)) {
      console.log(label);
    }
    return;
  }
  const named = { ...manifest, ...manifestFields(repository) };
  writeFileSync(path, `${JSON.stringify(named, undefined, 2)}\n`);
}

if (import.meta.main) {
  try {
    run(process.argv.slice(2));
  } catch (error) {
    console.error(`repository: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
