/** What is shipped with the program says what the program does. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unknownVariables } from '../../src/cli/options/flag-variables.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test.for(['deploy/mailvet.service', 'deploy/Dockerfile', 'deploy/compose.yaml'])(
  '%s sets only variables that there are',
  async (name) => {
    const names = [...read(name).matchAll(/MAILVET_[A-Z_]+/g)].map(([variable]) => variable);
    const env = Object.fromEntries(names.map((variable) => [variable, 'set']));
    expect(names.length).toBeGreaterThan(1);
    expect(await unknownVariables(env)).toEqual([]);
  },
);

test('the unit reads the settings file that it names', () => {
  const unit = read('deploy/mailvet.service');
  expect(unit).toContain('# Settings: /etc/mailvet/service.json');
  // %E is /etc for a service of the system (systemd.unit(5)).
  expect(unit).toContain('\nEnvironment=MAILVET_CONFIG=%E/mailvet/service.json\n');
});

test('the way to start a container names who greets mail hosts', () => {
  const command = read('deploy/Dockerfile').match(/# +docker run[\s\S]*? mailvet {4}/)?.[0];
  expect(command).toContain('-e MAILVET_HELO=');
});

test('the package has all files that its README refers to', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const links = [...read('README.md').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const paths = links.map(([, path = '']) => path);
  const shipped = (path: string) =>
    files.some((file) => path === file || path.startsWith(`${file}/`));
  // npm adds these by itself, and contributors have the repository.
  const missing = paths.filter((path) => !shipped(path) && path !== 'CONTRIBUTING.md');
  expect(paths.length).toBeGreaterThan(2);
  expect(missing).toEqual([]);
  expect(shipped('deploy/mailvet.service')).toBe(true);
});
