import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  checkChangelog,
  checkInstallScripts,
  checkLicenses,
  checkManPage,
  checkTarball,
  checkVersions,
} from '../../scripts/release/checks.ts';
import { isAllowedLicense } from '../../scripts/release/dependencies.ts';

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

describe('versions', () => {
  const lock = (version: string) => ({ version, packages: { '': { version } } });

  it('have to agree', () => {
    expect(checkVersions({ version: '1.2.3' }, lock('1.2.3'), 'v1.2.3')).toEqual([]);
    expect(checkVersions({ version: '1.2.3' }, lock('1.2.2'))).toEqual([
      'package.json has version 1.2.3, package-lock.json 1.2.2',
    ]);
    expect(checkVersions({ version: '1.2.3' }, lock('1.2.3'), 'v1.2.4')).toEqual([
      'The tag is v1.2.4, the version 1.2.3: the tag has to be v1.2.3',
    ]);
  });

  it('are semantic versions', () => {
    expect(checkVersions({ version: '1.2.3-rc.1' }, lock('1.2.3-rc.1'))).toEqual([]);
    expect(checkVersions({ version: '1.2' }, lock('1.2'))).toHaveLength(1);
  });
});

describe('the changelog', () => {
  const changelog = (...sections: string[]) => `# Changelog\n\n${sections.join('\n')}`;
  const UNRELEASED = '## [Unreleased]\n\n- something\n';

  it('has a dated section with entries for the tag', () => {
    const text = changelog('## [Unreleased]\n', '## [1.2.3] - 2026-11-22\n\n### Added\n\n- a\n');
    expect(checkChangelog(text, '1.2.3', 'v1.2.3')).toEqual([]);
  });

  it('may be unreleased as long as there is no tag', () => {
    expect(checkChangelog(changelog(UNRELEASED), '1.2.3')).toEqual([]);
    const problem = 'CHANGELOG.md has no section for 1.2.3: head it with "## [1.2.3] - YYYY-MM-DD"';
    expect(checkChangelog(changelog(UNRELEASED), '1.2.3', 'v1.2.3')).toEqual([problem]);
    expect(checkChangelog(changelog('## [Unreleased]\n'), '1.2.3')).toEqual([problem]);
  });

  it('needs a date and entries', () => {
    expect(checkChangelog(changelog('## [1.2.3]\n\n- a\n'), '1.2.3')).toEqual([
      'CHANGELOG.md: "## [1.2.3]" lacks its date: "## [1.2.3] - YYYY-MM-DD"',
    ]);
    const empty = changelog('## [1.2.3] - 2026-11-22\n', '## [1.2.2] - 2026-11-01\n\n- a\n');
    expect(checkChangelog(empty, '1.2.3')).toEqual([
      'CHANGELOG.md: the section of 1.2.3 has no entries',
    ]);
  });
});

describe('the tarball', () => {
  const needed = [
    ...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'bin/mailvet.js', 'dist/main.js'],
    ...['dist/mailvet.1', 'dist/library/client.js', 'dist/library/client.d.ts'],
    ...['dist/library/verifier.js', 'dist/library/verifier.d.ts', 'fixtures/contacts.csv'],
    ...['dist/library/policy.js', 'dist/library/policy.d.ts'],
    'docs/reference/mailvet.schema.json',
    ...['docs/operations.md', 'docs/library.md', 'deploy/Dockerfile', 'deploy/compose.yaml'],
    ...['deploy/Caddyfile', 'deploy/mailvet.service', 'deploy/install.sh'],
  ];
  const packed = (...paths: string[]) => ({
    unpackedSize: 3e6,
    files: paths.map((path) => ({ path })),
  });

  it('has what is needed, examples and declarations among it', () => {
    expect(checkTarball(packed(...needed, 'docs/examples/verify.ts'))).toEqual([]);
  });

  it('names what is missing', () => {
    expect(checkTarball(packed(...needed.slice(0, -1)))).toEqual([
      'The tarball lacks deploy/install.sh',
    ]);
  });

  it.for([
    'src/main.ts',
    'dist/main.ts',
    'deploy/.env',
    'test/a.js',
    'docs/service.db',
    'out/mailvet',
  ])('refuses %s', (path) => {
    expect(checkTarball(packed(...needed, path))).toEqual([
      `The tarball has ${path}, which is not meant to be published`,
    ]);
  });

  it('is not large', () => {
    expect(checkTarball({ ...packed(...needed), unpackedSize: 12e6 })).toEqual([
      'The tarball unpacks to 12 MB, more than 10',
    ]);
  });
});

describe('run-time dependencies', () => {
  const lock = (entry: object) => ({
    version: '1.0.0',
    packages: { '': {}, 'node_modules/one': { version: '1.0.0', license: 'MIT', ...entry } },
  });

  it.for([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['(MIT AND (ISC OR GPL-2.0-only))', false],
  ] as const)('under %s are allowed: %s', ([license, allowed]) => {
    expect(isAllowedLicense(license)).toBe(allowed);
  });

  it('need an allowed licence', () => {
    expect(checkLicenses(lock({}))).toEqual([]);
    expect(checkLicenses(lock({ license: 'AGPL-3.0-only' }))).toEqual([
      'node_modules/one is under AGPL-3.0-only, which is not allowed',
    ]);
    expect(checkLicenses(lock({ license: undefined }))).toHaveLength(1);
    expect(checkLicenses(lock({ license: 'AGPL-3.0-only', dev: true }))).toEqual([]);
  });

  it('run no install scripts', () => {
    expect(checkInstallScripts(lock({}))).toEqual([]);
    expect(checkInstallScripts(lock({ hasInstallScript: true }))).toEqual([
      'node_modules/one runs a script when it is installed',
    ]);
    expect(checkInstallScripts(lock({ hasInstallScript: true, dev: true }))).toEqual([]);
  });

  it('of this package hold to both', () => {
    const own = JSON.parse(read('package-lock.json'));
    expect([...checkLicenses(own), ...checkInstallScripts(own)]).toEqual([]);
  });
});

describe('the man page', () => {
  it('is that of the version', () => {
    expect(checkManPage('.TH MAILVET 1 "" "mailvet 1.2.3" "User Commands"\n', '1.2.3')).toEqual([]);
    expect(checkManPage('.TH MAILVET 1 "" "mailvet 1.2.2"', '1.2.3')).toEqual([
      'dist/mailvet.1 is not the man page of 1.2.3: npm run build',
    ]);
    expect(checkManPage(undefined, '1.2.3')).toEqual(['dist/mailvet.1 is missing: npm run build']);
  });
});
