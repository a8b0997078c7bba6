import { expect, it } from 'vitest';
import { startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { isRandom, MailWorld } from '../support/mail-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOUR = 60 * 60_000;

interface Batch {
  readonly id: string;
  readonly batch: { readonly status: string };
  readonly emails: readonly { readonly result: { readonly deliverable: boolean } }[];
}

async function openService(world: MailWorld) {
  const folder = temporaryFolder();
  const service = await startService(
    { host: '127.0.0.1', port: 0, database: folder.path('service.db'), rateLimit: 0 },
    {
      clock: systemClock,
      random: Math.random,
      verifier: world.verifier({ sessionIdle: HOUR }),
    },
  );
  const call = async (path: string, body?: object): Promise<Batch> => {
    const headers = {
      authorization: `Bearer ${service.firstKey}`,
      'content-type': 'application/json',
    };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(`${service.url}/api/v1${path}`, { ...init, headers });
    expect(response.status).toBe(200);
    return (await response.json()) as Batch;
  };
  return {
    async verify(emails: readonly string[]) {
      const { id } = await call('/verify/batch', { emails });
      for (;;) {
        const answer = await call(`/batches/${id}`);
        if (answer.batch.status === 'completed') return answer.emails;
      }
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      folder.dispose();
    },
  };
}

it('a batch uses the session that the one before it left open, and what was learnt in it', async () => {
  await using world = new MailWorld();
  const host = await world.served('a.test', {
    rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok'),
  });
  await using service = await openService(world);
  const deliverable = { result: { deliverable: true } };
  expect(await service.verify(['ann@a.test', 'bob@a.test'])).toMatchObject([
    deliverable,
    deliverable,
  ]);
  expect(await service.verify(['cid@a.test'])).toMatchObject([deliverable]);
  expect(host.sessions).toHaveLength(1);
  // Behind the recipients of each.
  expect(host.recipients.map(isRandom)).toEqual([false, false, true, false, true]);
});
