/** The packages that users install with mailvet, as package-lock.json has them. */
export interface RuntimeDependency {
  /** `node_modules/pg` */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** As SPDX writes it; undefined where the package says nothing. */
  readonly license: string | undefined;
  readonly hasInstallScript: boolean;
}

export interface LockFile {
  readonly version: string;
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

export function listRuntimeDependencies({ packages }: LockFile): RuntimeDependency[] {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version = '', license, hasInstallScript }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      hasInstallScript: hasInstallScript === true,
    }));
}

/** Licences that ask for no more than their text, in a program under MIT. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib', 'Python-2.0'],
]);

/** Whether allowed licences are enough for a licence expression (SPDX). */
export function isAllowedLicense(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  // AND binds more strongly than OR; nested brackets are for a person to look at.
  if (/[()]/.test(plain)) return false;
  return plain
    .split(/ OR /)
    .some((one) => one.split(/ AND /).every((name) => ALLOWED.has(name.trim())));
}
