/**
 * Requests that nobody in their right mind sends. Whatever comes: a status that the description
 * has, never a 5xx, and the Error body where it is no success. A failure prints fast-check's seed.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_ROUTES, type ServiceOperation } from '../../src/contract/routes.ts';
import { ErrorBodySchema } from '../../src/contract/schemas.ts';
import { operationsOf } from '../../src/http/docs/reference.ts';
import { type Listening, listen } from '../../src/http/listen.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import { anyText } from '../support/any-text.ts';
import { runs } from '../support/property-runs.ts';
import { type ServiceWorld, serviceWorld } from '../support/service-world.ts';

const DESCRIBED = operationsOf(openApiDocument().paths);
/** Beside those of the operation: no such path, and no such method there. */
const ANYWHERE = [404, 405];

let world: ServiceWorld;
let listening: Listening;
let key: string;
let batchId: string;

beforeAll(async () => {
  world = await serviceWorld();
  const ours = await world.team('ours');
  key = ours.key;
  batchId = (await createBatch(world.context, ours.team, ['a@x.com'])).id;
  listening = await listen({ fetch: world.fetch, alone: false }, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listening.drain();
  await world.dispose();
});

/** Text of all kinds: plain, of any code unit (lone surrogates, NUL), long, and odd on purpose. */
const TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
  anyText(),
  fc.constantFrom('a@x.com', '\u0000', '\ud800', 'a@\udfff.com', '😀@😀.test', '\u202e', '@'),
  fc.integer({ min: 1000, max: 100_000 }).map((length) => `${'a'.repeat(length)}@x.com`),
);

const FIELDS = ['email', 'emails', 'noCache', 'limit', '__proto__', 'constructor', ''];
const VALUE = fc.oneof(TEXT, fc.jsonValue(), fc.array(TEXT, { maxLength: 5 }));

/** Bodies with fields that exist, often twice: JSON.stringify would never write that. */
const OBJECT = fc
  .array(fc.tuple(fc.constantFrom(...FIELDS), VALUE), { maxLength: 4 })
  .map((fields) =>
    fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
  )
  .map((members) => `{${members.join(',')}}`);

const BODY: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 5, arbitrary: OBJECT },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{"emails":['), fc.integer({ min: 1, max: 50_000 }))
      .map(([open, depth]) => open.repeat(depth)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'null', '1e999', '{"email":"a@x.com"}\u0000') },
);

const PAGE = fc
  .array(fc.tuple(fc.constantFrom('limit', 'skip', 'limit[]', 'Limit', 'x'), TEXT), {
    maxLength: 4,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${percentEncoded(value)}`).join('&'));

/** Some of it wrongly encoded: a lone %, half a character, bytes that are no UTF-8. */
const SEGMENT = fc.oneof(
  TEXT.map(percentEncoded).map((text) => text.slice(0, 2000)),
  fc.constantFrom('%', '%zz', '%ff', '%c3', '%00', '%2f', '..', '.', '%2e%2e', ';', '%0d%0aX: y'),
);

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const HEADER_VALUE = fc.string({
  unit: fc.constantFrom(...'abz019 ;,=/"-_\t\xe9\xff'),
  maxLength: 200,
});

describe.each(DESCRIBED)('$method $path', ({ operationId, method, path, responses }) => {
  const allowed = [...Object.keys(responses).map(Number), ...ANYWHERE].filter((n) => n < 500);

  it('answers any body, page and identifier with a status that is described', async () => {
    await fc.assert(
      fc.asyncProperty(BODY, PAGE, fc.option(SEGMENT), async (body, page, segment) => {
        const target = path.replace('{id}', segment ?? batchId);
        const response = await world.request(`${target}?${page}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...(method === 'GET' ? {} : { body }),
        });
        await expectDescribed(response.status, await response.text(), allowed);
      }),
      { numRuns: runs(150) },
    );
  });

  it('answers any header with a status that is described', async () => {
    const names = ['Content-Type', 'Content-Encoding', 'x-request-id', 'Accept', 'X-Odd'];
    const headers = fc.array(fc.tuple(fc.constantFrom(...names), HEADER_VALUE), { maxLength: 4 });
    const authorization = fc.oneof(HEADER_VALUE, fc.constant(`Bearer ${key}`));
    await fc.assert(
      fc.asyncProperty(headers, authorization, async (pairs, authorized) => {
        const request = new Headers({ Authorization: authorized });
        for (const [name, value] of pairs) request.append(name, value);
        const response = await world.request(path.replace('{id}', batchId), {
          method,
          headers: request,
          ...(method === 'GET' ? {} : { body: '{"email":"a@x.com","emails":["a@x.com"]}' }),
        });
        await expectDescribed(response.status, await response.text(), allowed);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is there for its method alone', async () => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'get', 'M-SEARCH'];
    const here = DESCRIBED.filter((each) => each.path === path).map((each) => each.method);
    for (const other of others.filter((each) => !here.includes(each.toUpperCase()))) {
      const response = await world.request(path.replace('{id}', 'x'), { method: other });
      await expectDescribed(response.status, await response.text(), [405]);
    }
    const route = SERVICE_ROUTES[operationId as ServiceOperation];
    if (route) expect(route.method).toBe(method);
  });
});

describe('over a socket', () => {
  it('any bytes in the target and the headers get an answer that is an Error body or a success', async () => {
    const bytes = fc.string({
      unit: fc.integer({ min: 1, max: 255 }).map((n) => String.fromCharCode(n)),
      maxLength: 40,
    });
    const target = fc.oneof(
      SEGMENT.map((segment) => `/api/v1/batches/${segment}`),
      bytes.map((text) => `/${text}`),
      fc.constantFrom('*', 'http://', 'http://[', '//', '/api/v1/verify?%', 'a b'),
    );
    const method = fc.constantFrom('GET', 'POST', 'BREW', 'get', '');
    await fc.assert(
      fc.asyncProperty(
        method,
        target,
        fc.array(bytes, { maxLength: 3 }),
        async (verb, path, lines) => {
          const head = [`${verb} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines];
          const answer = await exchange(`${head.join('\r\n')}\r\n\r\n`);
          const [first = '', body = ''] = splitAnswer(answer);
          const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
          await expectDescribed(
            status,
            body,
            [200, 204, 400, 401, 404, 405, 408, 411, 413, 415, 431],
          );
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

async function expectDescribed(status: number, text: string, allowed: readonly number[]) {
  expect(allowed).toContain(status);
  if (status < 400) return;
  expect(ErrorBodySchema.strict().parse(JSON.parse(text)).statusCode).toBe(status);
}

/** Sends bytes and returns all that comes until the other side closes. */
async function exchange(bytes: string): Promise<string> {
  const { host, port } = listening.address;
  const socket = connect(port, host);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.end(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

function splitAnswer(answer: string): [string, string] {
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.slice(0, end);
  const body = answer.slice(end + 4);
  return [head, /transfer-encoding: chunked/i.test(head) ? unchunked(body) : body];
}

function unchunked(body: string): string {
  const size = Number.parseInt(body, 16);
  return size ? body.slice(body.indexOf('\r\n') + 2).slice(0, size) : '';
}
