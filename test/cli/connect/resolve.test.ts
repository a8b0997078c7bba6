import { describe, expect, it, test } from 'vitest';
import { chooseService, type ResolvedService } from '../../../src/cli/connect/resolve.ts';
import { checkBaseUrl } from '../../../src/contract/client/base-url.ts';
import { batchWorld } from '../../support/batch-world.ts';
import { hintSaying } from '../../support/hint-saying.ts';
import { runCli } from '../../support/run-cli.ts';

const URL_A = 'https://a.example';
const URL_B = 'https://b.example';
const stored = { apiKey: 'stored', baseUrl: URL_A, apiKeyFor: URL_A };

function resolve(flags: object, env: object, config: object): ResolvedService {
  const normalise = (url: string) => checkBaseUrl(url);
  return chooseService({ flags, env: { ...env }, config, normalise, database: '/data/mailvet.db' });
}

describe('the service that is meant', () => {
  it('is the embedded one with neither key nor base URL', () => {
    expect(resolve({}, {}, {}).kind).toBe('embedded');
    expect(resolve({}, { MAILVET_API_KEY: '', MAILVET_BASE_URL: '' }, {}).kind).toBe('embedded');
  });

  it.each([
    [
      'flag',
      { apiKey: 'k', baseUrl: URL_B },
      { MAILVET_API_KEY: 'e', MAILVET_BASE_URL: URL_A },
      stored,
    ],
    ['env', {}, { MAILVET_API_KEY: 'e', MAILVET_BASE_URL: URL_B }, stored],
    ['config', {}, {}, stored],
  ])('is taken from the strongest source: %s', (origin, flags, env, config) => {
    const found = resolve(flags, env, config);
    expect(found).toMatchObject({ kind: 'remote', baseUrl: { origin }, apiKey: { origin } });
  });

  it('may take the key and the base URL from different places', () => {
    const found = resolve({}, { MAILVET_API_KEY: 'e' }, stored);
    expect(found).toMatchObject({
      baseUrl: { value: URL_A, origin: 'config' },
      apiKey: { value: 'e', origin: 'env' },
    });
  });

  it('is compared by what a base URL means, not by how it is written', () => {
    const found = resolve({ baseUrl: 'https://A.example:443/' }, {}, stored);
    expect(found).toMatchObject({ apiKey: { value: 'stored' } });
  });

  it.each([
    ['a base URL without key', { baseUrl: URL_B }, {}, {}],
    ['a stored key for another base URL', { baseUrl: URL_B }, {}, stored],
    ['a key without base URL', { apiKey: 'k' }, {}, {}],
    ['a stored key without base URL', {}, {}, { apiKey: 'stored' }],
    ['an unknown profile', { profile: 'x' }, {}, stored],
    ['a profile without key', { profile: 'x' }, {}, { profiles: { x: { baseUrl: URL_B } } }],
    ['a profile by the name of a property', { profile: 'constructor' }, {}, {}],
  ])('is not guessed: %s', (_name, flags, env, config) => {
    expect(() => resolve(flags, env, config)).toThrow(
      expect.objectContaining({ code: 'config', hint: hintSaying(/./) }),
    );
  });

  it('comes from the profile that the config file names', () => {
    const config = { profile: 'work', profiles: { work: stored } };
    expect(resolve({}, {}, config)).toMatchObject({
      profile: { value: 'work', origin: 'config' },
      baseUrl: { value: URL_A },
    });
    expect(resolve({}, { MAILVET_PROFILE: 'default' }, config).kind).toBe('embedded');
  });
});

test.for([
  'batch submit list.csv',
  'batch submit list.csv --wait -o first.csv',
  'batch watch batch_1',
  'batch resume --wait -o resumed.csv',
  'batch results batch_1',
  'batch list',
  'batch cancel batch_1',
  'clean list.csv --again',
  'verify ada@example.com',
  'history',
  'whoami',
])('%s takes its key from stdin', async (line) => {
  await using w = await batchWorld();
  w.write('list.csv', 'email\nada@example.com\n');
  if (!line.includes('submit')) await w.run('batch submit list.csv');
  const env = { MAILVET_BASE_URL: w.standIn.url };
  const { stderr, exitCode } = await runCli([...line.split(' '), '--api-key-file', '-'], {
    home: w.home,
    env,
    stdin: `${w.standIn.apiKey}\n`,
  });
  expect(stderr).not.toContain('There is no API key');
  // The stand-in ends batches at once, which then can't be cancelled.
  expect([0, 8]).toContain(exitCode);
});

test.for(['batch submit', 'batch submit -'])(
  '%s does not take both its list and its key from stdin',
  async (line) => {
    const { stderr, exitCode } = await runCli([...line.split(' '), '--api-key-file', '-'], {
      stdin: 'ada@example.com\n',
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('stdin can hold the list or the API key, not both');
  },
);

test('an invalid base URL is named before the missing key', async () => {
  const { stderr, exitCode } = await runCli(['whoami', '--base-url', 'notaurl']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('notaurl');
  expect(stderr).not.toContain('no API key');
});
