import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Answers /readyz with a status, and anything else with 404. */
async function service(status: number, host = '127.0.0.1'): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

describe('mailvet health', () => {
  it('ends with 0 when the service is ready', async () => {
    const url = `http://127.0.0.1:${await service(200)}`;
    expect(await runCli(['health', url])).toEqual({ stdout: 'ready\n', stderr: '', exitCode: 0 });
  });

  it('ends with 5 when it is not, and says why', async () => {
    const url = `http://127.0.0.1:${await service(503)}`;
    const { stderr, exitCode } = await runCli(['health', url]);
    expect(stderr).toBe(`mailvet: ${url} is not ready: /readyz answered 503\n`);
    expect(exitCode).toBe(5);
  });

  it('follows no redirect', async () => {
    const { exitCode } = await runCli(['health', `http://127.0.0.1:${await service(302)}`]);
    expect(exitCode).toBe(5);
  });

  it('ends with 5 when nobody listens', async () => {
    const port = await freePort();
    const { stderr, exitCode } = await runCli(['health', `http://127.0.0.1:${port}`]);
    expect(stderr).toBe(`mailvet: No service answers at http://127.0.0.1:${port}\n`);
    expect(exitCode).toBe(5);
  });

  it('asks the service that this environment configures', async () => {
    const env = { MAILVET_HOST: '0.0.0.0', MAILVET_PORT: String(await service(200)) };
    expect((await runCli(['health'], { env })).exitCode).toBe(0);
  });

  it('asks the service that the settings file configures', async () => {
    await using home = await temporaryHome();
    const config = join(home.path, 'service.json');
    await writeFile(config, JSON.stringify({ port: await service(200) }));
    const env = { MAILVET_CONFIG: config };
    expect((await runCli(['health'], { env, home: home.path })).exitCode).toBe(0);
  });

  it('refuses what is no URL', async () => {
    const { stderr, exitCode } = await runCli(['health', 'localhost:8025']);
    expect(stderr).toContain('Not an http(s) URL: localhost:8025');
    expect(exitCode).toBe(2);
  });
});
