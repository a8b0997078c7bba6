/** The single executable does everything that the program does, on a machine without anything else. */
import { cpSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitor } from '../dashboard/visitor.ts';
import { type BareMachine, bareMachine } from './run-binary.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CONTACTS = root('fixtures/contacts.csv');

let machine: BareMachine;
beforeEach(() => {
  machine = bareMachine();
});
afterEach(() => machine.folder.dispose());

describe('the command line', () => {
  it('knows its version', async () => {
    const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8'));
    expect(await machine.run('--version')).toEqual({
      stdout: expect.stringMatching(new RegExp(`^${version}(\\+[0-9a-f]{7,}(\\.modified)?)?\n$`)),
      stderr: '',
      exitCode: 0,
    });
  });

  it('verifies addresses with the embedded service', async () => {
    const addresses = ['ada@sandbox.test', 'x@disposable.sandbox.test', 'x@mailinator.com'];
    const { stdout, exitCode } = await machine.run('verify', '--dns', '127.0.0.1:9', ...addresses);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'ada@sandbox.test\tdeliverable\taccepted\t100',
      'x@disposable.sandbox.test\trisky\tdisposable\t20',
    ]);
    expect(exitCode).toBe(0);
  });

  it('knows the lists of disposable domains', async () => {
    const { stdout } = await machine.run(
      'verify',
      '--dns',
      '127.0.0.1:9',
      '--json',
      'x@yopmail.com',
    );
    expect(JSON.parse(stdout)).toMatchObject({ temporary: true });
  });

  it('filters JSON by the jq inside', async () => {
    const filter = (expression: string) =>
      machine.run('verify', 'ada@sandbox.test', '--json', '--jq', expression);
    expect(await filter('.score + 1')).toMatchObject({ stdout: '101\n', exitCode: 0 });
    const broken = await filter('.score +');
    expect(broken).toMatchObject({ stdout: '', exitCode: 2 });
    expect(broken.stderr).toContain('--jq: syntax error');
  });

  it('gives a list back with its results', async () => {
    cpSync(CONTACTS, machine.folder.path('contacts.csv'));
    const list = machine.folder.path('contacts.csv');
    const [csv, xlsx] = [machine.folder.path('out.csv'), machine.folder.path('out.xlsx')];
    const first = await machine.run('batch', 'submit', list, '--wait', '-o', csv);
    expect(first.stderr).toContain('deliverable   7   36.8 %');
    expect(first.exitCode).toBe(0);
    expect(readFileSync(csv, 'utf8')).toContain('deliverable@sandbox.test,true,true,false');
    const second = await machine.run('batch', 'submit', list, '-o', xlsx, '--again');
    expect(second.exitCode).toBe(0);
    expect(readFileSync(xlsx).subarray(0, 2).toString()).toBe('PK');
  });

  it('has the man page and the completions', async () => {
    const man = await machine.run('help', 'man');
    expect(man.stdout).toMatch(/^\.TH MAILVET 1 /);
    for (const shell of ['bash', 'zsh', 'fish', 'pwsh']) {
      expect((await machine.run('completion', shell)).stdout).toContain('mailvet');
    }
  });

  it('names a usage error with its exit code', async () => {
    const { stderr, exitCode } = await machine.run('verfy');
    expect(stderr).toContain("Unknown command 'verfy'");
    expect(exitCode).toBe(2);
  });
});

describe('the service', () => {
  it('answers the interface, and administers its database', async () => {
    const service = await machine.serve();
    const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${service.url}/api/v1/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ada@sandbox.test' }),
    });
    expect(await answer.json()).toMatchObject({ deliverable: true });
    const history = await fetch(`${service.url}/api/v1/verifications`, { headers });
    expect(await history.json()).toHaveLength(1);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('mailvet_');
    expect(await (await fetch(`${service.url}/docs`)).text()).toContain('/api/v1/verify');
    expect((await machine.run('admin', 'team', 'list')).stdout).toContain('default');
    expect((await machine.run('admin', 'check')).stdout).toBe('ok\n');
    expect(await service.stop()).toBe(0);
  });

  it('reads a list that was uploaded, verifies it and gives it back', async () => {
    const service = await machine.serve();
    const browser = visitor(
      { fetch: (request) => fetch(request, { redirect: 'manual' }) },
      service.url,
    );
    const token = new URL(service.setupUrl).searchParams.get('token') ?? '';
    await browser.post('/setup', { token, email: 'ada@example.com', password: 'correct horse b' });
    const overview = await browser.get('/');
    expect(overview.body).toContain('Check one address');
    for (const [, path = ''] of overview.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      expect((await browser.get(path)).status).toBe(200);
    }
    const list = new File([readFileSync(CONTACTS)], 'contacts.csv');
    const uploaded = await browser.post('/lists', { list });
    expect(uploaded.status).toBe(303);
    const page = new URL(uploaded.headers.get('Location') ?? '', service.url).pathname;
    // The stream ends with the list.
    await (await browser.open(`${page}/events`)).text();
    const progress = JSON.parse((await browser.get(`${page}/progress`)).body);
    expect(progress).toMatchObject({ status: 'completed', processedCount: 17 });
    const { body } = await browser.get(`${page}/download?format=csv`);
    expect(body).toContain('jose.garcia@sandbox.test,true,true,false');
    expect((await browser.get('/verifications?search=sandbox')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
