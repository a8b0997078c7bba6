import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LockFile, listRuntimeDependencies } from './dependencies.ts';

/** CycloneDX 1.5, as far as it is written or checked here. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
}

/**
 * What users get of others' work: the packages of `npm install mailvet`, and the Node that is inside
 * the executable. Needs no network. Throws where `npm sbom` misses a package.
 */
export function billOfMaterials(root: string): BillOfMaterials {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const lock: LockFile = read('package-lock.json');
  const bill = addNode(askNpm(read('package.json'), lock), nodeVersion(lock));
  const problems = findMissing(bill, lock);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return bill;
}

/**
 * `npm sbom --omit dev` leaves out packages that a development dependency uses as well, and calls the
 * program by its folder. So it is asked in a folder of that name, which has no such dependency.
 */
function askNpm(manifest: object, lock: LockFile): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-sbom-'));
  const project = join(folder, 'mailvet');
  try {
    mkdirSync(project);
    const write = (name: string, content: object) =>
      writeFileSync(join(project, name), JSON.stringify(content));
    write('package.json', withoutDevelopment(manifest));
    write('package-lock.json', runtimeLock(lock));
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
    // npm is a script on Windows.
    const options = {
      cwd: project,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    } as const;
    return JSON.parse(execFileSync('npm', args, options));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutDevelopment(entry: object): object {
  return { ...entry, devDependencies: {} };
}

function runtimeLock(lock: LockFile): LockFile {
  const kept = listRuntimeDependencies(lock).map(({ path }) => [path, lock.packages[path]]);
  const own = withoutDevelopment(lock.packages[''] ?? {});
  return { ...lock, packages: { '': own, ...Object.fromEntries(kept) } };
}

/** The Node that the executable is built around: the one that is locked. */
function nodeVersion({ packages }: LockFile): string {
  const { version } = packages['node_modules/node'] ?? {};
  if (version) return version;
  throw new Error('package-lock.json does not name the Node of the executable');
}

function addNode(bill: BillOfMaterials, version: string): BillOfMaterials {
  const node = {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    description: 'The Node.js inside the executable',
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:github/nodejs/node@v${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const dependency = { ref: node['bom-ref'], dependsOn: [] };
  const own = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies.map(({ ref, dependsOn }) =>
    ref === own ? { ref, dependsOn: [...dependsOn, dependency.ref] } : { ref, dependsOn },
  );
  return {
    ...bill,
    components: [...bill.components, node],
    dependencies: [...dependencies, dependency],
  };
}

/** A sentence for each package of the lock file that the bill does not name, and for a wrong head. */
export function findMissing(bill: BillOfMaterials, lock: LockFile): string[] {
  const { name, version } = bill.metadata.component;
  const known = new Set(bill.components.map((one) => `${one.name} ${one.version}`));
  const missing = listRuntimeDependencies(lock).filter(
    (one) => !known.has(`${one.name} ${one.version}`),
  );
  const isOwn = name === 'mailvet' && version === lock.version;
  return [
    ...(isOwn ? [] : [`The bill of materials is of ${name} ${version}, not of mailvet`]),
    ...missing.map((one) => `The bill of materials lacks ${one.name} ${one.version}`),
  ];
}
