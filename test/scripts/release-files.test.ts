/** What a release fills in: its repository, the files of package managers, its log and its changelog. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PLATFORMS } from '../../scripts/binary/platforms.ts';
import { dateChangelog, toLine } from '../../scripts/release/rehearsal/log.ts';
import { cachePath, describeLocked } from '../../scripts/release/rehearsal/release-host.ts';
import {
  findRepository,
  imageLabels,
  manifestFields,
  parseRepository,
} from '../../scripts/release/repository.ts';
import { fillTemplate, TEMPLATES } from '../../scripts/release/templates.ts';

const REPOSITORY = 'https://git.example.com/owner/mailvet';
const GITHUB = { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'owner/mailvet' };
const sumOf = (name: string) => name.length.toString(16).padStart(64, 'a');
const archive = (platform: string) =>
  platform === 'win-x64' ? `mailvet-${platform}.zip` : `mailvet-${platform}.tar.gz`;
const release = {
  repository: REPOSITORY,
  version: '1.2.3',
  checksums: new Map(PLATFORMS.map((platform) => [archive(platform), sumOf(archive(platform))])),
};

function filled(name: string): string {
  const path = TEMPLATES[name];
  if (path === undefined) throw new Error(`There is no template of ${name}`);
  const url = new URL(`../../${path}`, import.meta.url);
  return fillTemplate(readFileSync(fileURLToPath(url), 'utf8'), release);
}

describe('the repository of a release', () => {
  it.for([
    ['the flag', REPOSITORY, {}],
    ["GitHub's environment", undefined, GITHUB],
    ['the flag before the environment', REPOSITORY, { ...GITHUB, GITHUB_REPOSITORY: 'a/b' }],
  ] as const)('is named by %s', ([, given, env]) => {
    expect(findRepository(given, env)).toBe(REPOSITORY);
  });

  it.for([{}, { GITHUB_REPOSITORY: 'owner/mailvet' }])('is missed in %o', (env) => {
    expect(() => findRepository(undefined, env)).toThrow('--repository is needed');
  });

  it.for(['http://a.example/b/c', 'https://a.example/b', 'a/b'])('is not %s', (url) => {
    expect(() => parseRepository(url)).toThrow('The repository has to be https://host/owner/name');
  });

  it('is in package.json, by the names that npm knows', () => {
    expect(manifestFields(REPOSITORY)).toEqual({
      repository: { type: 'git', url: `git+${REPOSITORY}.git` },
      bugs: { url: `${REPOSITORY}/issues` },
      homepage: `${REPOSITORY}#readme`,
    });
  });

  it.for([
    [undefined, []],
    ['4f2a91c', ['org.opencontainers.image.revision=4f2a91c']],
  ] as const)('is in the labels of the image, with the revision %s', ([revision, last]) => {
    expect(imageLabels(REPOSITORY, '1.2.3', revision)).toEqual([
      `org.opencontainers.image.url=${REPOSITORY}`,
      `org.opencontainers.image.source=${REPOSITORY}`,
      'org.opencontainers.image.version=1.2.3',
      ...last,
    ]);
  });
});

describe('the files of package managers', () => {
  const at = `${REPOSITORY}/releases/download/v1.2.3`;

  it.for(Object.keys(TEMPLATES))('%s is filled in', (name) => {
    expect(filled(name)).not.toMatch(/@[A-Z][A-Z0-9]+(?::[^@\s]+)?@/);
  });

  it('has the three manifests of winget, of one package and one version', () => {
    const names = Object.keys(TEMPLATES).filter((name) => name.includes('OWNER'));
    const manifests = names.map((name) => parse(filled(name)));
    for (const one of manifests) {
      expect(one).toMatchObject({
        PackageIdentifier: 'owner.mailvet',
        PackageVersion: '1.2.3',
        ManifestVersion: '1.10.0',
      });
    }
    expect(manifests.map((one) => one.ManifestType).sort()).toEqual([
      ...['defaultLocale', 'installer', 'version'],
    ]);
    expect(parse(filled('@OWNER@.mailvet.installer.yaml')).Installers).toEqual([
      {
        Architecture: 'x64',
        InstallerUrl: `${at}/mailvet-win-x64.zip`,
        InstallerSha256: sumOf('mailvet-win-x64.zip'),
      },
    ]);
  });

  it.for(['mise.toml', 'mailvet.nix', 'mailvet.rb'])(
    '%s names the archive of every platform but Windows, with its checksum',
    (name) => {
      const text = filled(name);
      for (const platform of PLATFORMS.filter((one) => one !== 'win-x64')) {
        expect(text).toContain(sumOf(archive(platform)));
        expect(text).toContain(platform);
      }
      expect(text).toContain('1.2.3');
    },
  );
});

describe('the changelog of a rehearsal', () => {
  it.for([
    [
      '# C\n\n## [Unreleased]\n\n- x\n',
      '# C\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-29\n\n- x\n',
    ],
    ['# C\n\n## [1.2.3] - 2026-01-01\n\n- x\n', '# C\n\n## [1.2.3] - 2026-01-01\n\n- x\n'],
  ] as const)('%j has a section of the version', ([text, dated]) => {
    expect(dateChangelog(text, '1.2.3', '2026-11-29')).toBe(dated);
  });
});

it.for([
  [{ bytes: 9_900_000 }, 'npm          ok          31 s    9.9 MB  installed'],
  [{ bytes: 1_200 }, 'npm          ok          31 s    1.2 KB  installed'],
  [{}, 'npm          ok          31 s            installed'],
] as const)('writes a route with %o in a line', ([size, line]) => {
  expect(toLine({ route: 'npm', result: 'ok', seconds: 31.4, what: 'installed', ...size })).toBe(
    line,
  );
});

describe('the registry of a rehearsal', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/a': {
      version: '1.0.0',
      integrity: 'sha512-AAEC',
      peerDependencies: { '@s/b': '*', absent: '*' },
    },
    'node_modules/@s/b': { version: '2.0.0' },
    'node_modules/@s/b/node_modules/a': { version: '3.0.0' },
  };
  const described = describeLocked(locked, 'http://host');

  it('has every version that is locked, and no other', () => {
    const versions = [...described].map(([name, one]) => [name, Object.keys(one.versions)]);
    expect(versions).toEqual([
      ['a', ['1.0.0', '3.0.0']],
      ['@s/b', ['2.0.0']],
    ]);
  });

  it('says where the contents are, and names only peers that there are', () => {
    expect(described.get('a')?.versions['1.0.0']).toMatchObject({
      dist: { integrity: 'sha512-AAEC', tarball: 'http://host/a/-/a-1.0.0.tgz' },
      peerDependencies: { '@s/b': '*' },
    });
    expect(described.get('a')?.versions['1.0.0']).not.toHaveProperty('peerDependencies.absent');
  });

  it("finds contents in npm's cache", () => {
    expect(cachePath('sha512-AAEC')).toBe('_cacache/content-v2/sha512/00/01/02');
  });
});
