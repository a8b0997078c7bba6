/** What must hold before a release. Each check gives its problems, a sentence each. */
import { isAllowedLicense, type LockFile, listRuntimeDependencies } from './dependencies.ts';

export function checkVersions(
  manifest: { readonly version: string },
  lock: LockFile,
  tag?: string,
) {
  const { version } = manifest;
  const problems: string[] = [];
  if (lock.version !== version || lock.packages['']?.version !== version) {
    problems.push(`package.json has version ${version}, package-lock.json ${lock.version}`);
  }
  if (tag !== undefined && tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, the version ${version}: the tag has to be v${version}`);
  }
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) {
    problems.push(`${version} is no version such as 1.2.3 or 1.2.3-rc.1`);
  }
  return problems;
}

/** Sections of the changelog: what follows each heading, without its `## `. */
export function readSections(text: string): Map<string, string> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n')];
    }),
  );
}

/** A tag needs its own section with a date; before that, what is unreleased may stand in for it. */
export function checkChangelog(text: string, version: string, tag?: string): string[] {
  const sections = readSections(text);
  const heading = [...sections.keys()].find((name) => name.startsWith(`[${version}]`));
  if (heading !== undefined) return checkSection(heading, sections.get(heading) ?? '', version);
  if (tag === undefined && /^- /m.test(sections.get('[Unreleased]') ?? '')) return [];
  return [
    `CHANGELOG.md has no section for ${version}: head it with "## [${version}] - YYYY-MM-DD"`,
  ];
}

function checkSection(heading: string, body: string, version: string): string[] {
  const problems: string[] = [];
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    problems.push(`CHANGELOG.md: "## ${heading}" lacks its date: "## [${version}] - YYYY-MM-DD"`);
  }
  if (!/^- /m.test(body)) problems.push(`CHANGELOG.md: the section of ${version} has no entries`);
  return problems;
}

/** Files of the tarball that something relies on. */
const NEEDED = [
  ...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'bin/mailvet.js', 'dist/main.js'],
  ...['dist/mailvet.1', 'dist/library/client.js', 'dist/library/client.d.ts'],
  ...['dist/library/verifier.js', 'dist/library/verifier.d.ts', 'fixtures/contacts.csv'],
  ...['dist/library/policy.js', 'dist/library/policy.d.ts', 'docs/reference/mailvet.schema.json'],
  ...['docs/operations.md', 'docs/library.md', 'deploy/Dockerfile', 'deploy/compose.yaml'],
  ...['deploy/Caddyfile', 'deploy/mailvet.service', 'deploy/install.sh'],
];

const MEANT =
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE|fixtures\/contacts\.csv)$|^(?:bin|dist|docs|deploy)\//;

/** TypeScript sources (declarations and examples apart), secrets, caches. */
const NOT_MEANT = /(?<!\.d)\.ts$|(?:^|\/)\.|\.(?:db|tsbuildinfo|log|pem|key)$/;
const EXAMPLES = /^docs\/examples\//;

const MAX_UNPACKED_BYTES = 10e6;

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** `packed` is what `npm pack --json` says. */
export function checkTarball({ files, unpackedSize }: Packed): string[] {
  const paths = files.map(({ path }) => path);
  const missing = NEEDED.filter((path) => !paths.includes(path));
  const extra = paths.filter(
    (path) => !MEANT.test(path) || (NOT_MEANT.test(path) && !EXAMPLES.test(path)),
  );
  const problems = [
    ...missing.map((path) => `The tarball lacks ${path}`),
    ...extra.map((path) => `The tarball has ${path}, which is not meant to be published`),
  ];
  if (unpackedSize > MAX_UNPACKED_BYTES) {
    problems.push(`The tarball unpacks to ${Math.round(unpackedSize / 1e6)} MB, more than 10`);
  }
  return problems;
}

export function checkLicenses(lock: LockFile): string[] {
  return listRuntimeDependencies(lock)
    .filter(({ license }) => license === undefined || !isAllowedLicense(license))
    .map(
      ({ path, license }) => `${path} is under ${license ?? 'no licence'}, which is not allowed`,
    );
}

export function checkInstallScripts(lock: LockFile): string[] {
  return listRuntimeDependencies(lock)
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ path }) => `${path} runs a script when it is installed`);
}

/** `page` is dist/mailvet.1. */
export function checkManPage(page: string | undefined, version: string): string[] {
  if (page === undefined) return ['dist/mailvet.1 is missing: npm run build'];
  if (page.startsWith(`.TH MAILVET 1 "" "mailvet ${version.replaceAll('-', '\\-')}"`)) return [];
  return [`dist/mailvet.1 is not the man page of ${version}: npm run build`];
}
