import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { fillTemplate, parseChecksums } from '../../scripts/release/templates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.dispose());

const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8'));
const REPOSITORY = 'https://git.example.com/owner/mailvet';
const ARCHIVES = [
  ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map(
    (platform) => `mailvet-${platform}.tar.gz`,
  ),
  'mailvet-win-x64.zip',
];
const sumOf = (name: string) => name.length.toString(16).padStart(64, 'a');

describe('the files of a release', () => {
  const fill = (...args: string[]) =>
    // Without what GitHub's workflows have in their environment.
    promisify(execFile)(process.execPath, [root('scripts/release/fill.ts'), ...args], { env: {} });
  const filled = (name: string) => readFileSync(folder.path(`out/${name}`), 'utf8');

  async function fillFor(archives: readonly string[]) {
    const checksums = folder.path('checksums.txt');
    writeFileSync(checksums, archives.map((name) => `${sumOf(name)}  ${name}\n`).join(''));
    const args = ['--repository', REPOSITORY, '--checksums', checksums];
    return await fill(...args, '--output', folder.path('out'));
  }

  it('name its version, its address and its checksums', async () => {
    await fillFor(ARCHIVES);
    const formula = filled('mailvet.rb');
    const urls = [...formula.matchAll(/url "(.+)"\n\s+sha256 "(.+)"/g)];
    const at = `${REPOSITORY}/releases/download/v${version}`;
    expect(urls.map(([, url, sum]) => [url, sum])).toEqual(
      ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((platform) => {
        const name = `mailvet-${platform}.tar.gz`;
        return [`${at}/${name}`, sumOf(name)];
      }),
    );
    expect(JSON.parse(filled('mailvet.json'))).toMatchObject({
      version,
      architecture: {
        '64bit': { url: `${at}/mailvet-win-x64.zip`, hash: sumOf('mailvet-win-x64.zip') },
      },
    });
    expect(filled('install.sh')).toContain(`\nfrom='${REPOSITORY}/releases'\n`);
    execFileSync('sh', ['-n', folder.path('out/install.sh')]);
  });

  it('are not written without a checksum for each', async () => {
    await expect(fillFor(ARCHIVES.slice(1))).rejects.toThrow(
      'Nothing is known for @SHA256:mailvet-linux-x64.tar.gz@',
    );
  });

  it('need an address and checksums', async () => {
    await expect(fill('--checksums', '/dev/null')).rejects.toThrow('--repository is needed');
    await expect(fill('--repository', REPOSITORY)).rejects.toThrow('--checksums is needed');
  });
});

it('refuses checksums that are none', () => {
  expect(() => parseChecksums('abc  file\n')).toThrow('This is no line of checksums: abc  file');
});

it('refuses a mark that nothing is known of', () => {
  const release = { repository: REPOSITORY, version, checksums: new Map() };
  expect(fillTemplate('ann@example.com and bob@example.com', release)).toContain('ann@example');
  expect(() => fillTemplate('@BRANCH@', release)).toThrow('Nothing is known for @BRANCH@');
});
