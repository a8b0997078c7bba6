import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { PROBLEM_HEADER } from '../../src/contract/reachability.ts';
import {
  EXTENSION_ROUTES,
  SERVICE_ROUTES,
  type ServiceOperation,
} from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { rateLimiter } from '../../src/http/rate-limiter.ts';
import { PROVIDERS } from '../../src/service/outcomes/records.ts';
import { manualClock } from '../support/manual-clock.ts';
import { serviceWorld } from '../support/service-world.ts';

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[];
  readonly requestBody?: { required: boolean; content: object };
  readonly responses: Record<
    string,
    { description: string; headers?: Record<string, { $ref?: string }>; content: object }
  >;
}

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const document = openApiDocument();

function operationOf(operation: ServiceOperation): OperationObject {
  const { method, path } = SERVICE_ROUTES[operation];
  const item = document.paths[path] as Record<string, OperationObject>;
  return item[method.toLowerCase()] as OperationObject;
}

describe('the OpenAPI document', () => {
  it('is served to anybody', async () => {
    const world = await serviceWorld();
    const response = await world.request('/api/v1/openapi.json');
    expect(await response.json()).toEqual(document);
    await world.dispose();
  });

  it('is OpenAPI 3.1 of the interface version 1.0.0', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.version).toBe('1.0.0');
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
  });

  it.each([
    ['verify', [200, 400, 401, 402, 403, 408, 409, 413, 415, 429, 431, 500, 503]],
    ['listVerifications', [200, 400, 401, 403, 408, 429, 431, 500, 503]],
    ['createBatch', [200, 400, 401, 402, 403, 408, 409, 413, 415, 429, 431, 500, 503]],
    ['getBatch', [200, 400, 401, 403, 404, 408, 429, 431, 500, 503]],
    ['listBatches', [200, 400, 401, 403, 408, 429, 431, 500, 503]],
    ['cancelBatch', [200, 401, 403, 404, 408, 409, 429, 431, 500, 503]],
    ['deleteBatch', [200, 401, 403, 404, 408, 409, 429, 431, 500, 503]],
    ['getAccount', [200, 401, 408, 429, 431, 500, 503]],
  ] as const)('%s answers %j', (operation, statuses) => {
    const { operationId, responses } = operationOf(operation);
    expect(operationId).toBe(operation);
    expect(Object.keys(responses).map(Number)).toEqual(statuses);
    for (const { description } of Object.values(responses)) expect(description).not.toBe('');
  });

  it('marks as extensions what is beside the six operations', () => {
    const operations = Object.keys(SERVICE_ROUTES) as ServiceOperation[];
    const marked = operations.filter((name) => operationOf(name).tags?.includes('Extensions'));
    expect(marked).toEqual(Object.keys(EXTENSION_ROUTES));
    expect(operations).toHaveLength(6 + marked.length);
    expect(document.tags).toMatchObject([{ name: 'Verification' }, { name: 'Extensions' }]);
  });

  it.each(PROVIDERS)(
    'has the address that %s reports to, which needs a token and no key',
    (provider) => {
      const { post } = document.paths[`/api/v1/outcomes/${provider}`] as { post: OperationObject };
      expect(post).toMatchObject({ tags: ['Extensions'], security: [{ providerToken: [] }] });
      expect(Object.keys(post.responses)).toContain('403');
    },
  );

  it('has the bounds of bodies and pages', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { properties: Record<string, object>; required: string[] }>;
    };
    expect(schemas.CreateBatchRequest?.properties.emails).toMatchObject({
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: { type: 'string', maxLength: 1000 },
    });
    expect(schemas.VerifyRequest?.required).toEqual(['email']);
    expect(operationOf('listBatches').parameters).toMatchObject([
      { name: 'limit', in: 'query', schema: { minimum: 1, maximum: 1000, default: 50 } },
      { name: 'skip', in: 'query', schema: { minimum: 0, default: 0 } },
      { name: 'include', in: 'query' },
    ]);
    expect(operationOf('getBatch').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'include', in: 'query', schema: { enum: ['detail', 'verdict'] } },
    ]);
  });

  it('gives no optional field of a body a default, which generators would make required', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { properties: Record<string, object>; required: string[] }>;
    };
    const { VerifyRequest, CreateBatchRequest } = schemas;
    expect(Object.keys(VerifyRequest?.properties ?? {})).toEqual(['email', 'noCache', 'mode']);
    // What a generated client needs to compile.
    expect(VerifyRequest?.required).toEqual(['email']);
    expect(CreateBatchRequest?.required).toEqual(['emails']);
    for (const body of [VerifyRequest, CreateBatchRequest]) {
      for (const field of Object.values(body?.properties ?? {})) {
        expect(field).not.toHaveProperty('default');
      }
    }
  });

  it.each([
    [200, ['x-request-id', ...RATE_LIMIT]],
    [401, ['x-request-id', 'WWW-Authenticate']],
    [408, []],
    [429, ['x-request-id', ...RATE_LIMIT, 'Retry-After']],
    [503, ['x-request-id', ...RATE_LIMIT, 'Retry-After']],
  ])('names the headers of a %i: %j', (status, names) => {
    const { headers = {} } = operationOf('cancelBatch').responses[status] ?? {};
    expect(Object.keys(headers)).toEqual(names);
    for (const [name, { $ref }] of Object.entries(headers)) {
      expect($ref).toBe(`#/components/headers/${name}`);
      expect(document.components.headers).toHaveProperty([name, 'description']);
    }
  });

  it('names the headers that answers have', async () => {
    const world = await serviceWorld(rateLimiter({ burst: 1, perSecond: 1 }, manualClock()));
    const { key } = await world.team('ours');
    const init = { headers: { Authorization: `Bearer ${key}` } };
    for (const status of [200, 429]) {
      const response = await world.request('/api/v1/batches', init);
      expect(response.status).toBe(status);
      const { headers = {} } = operationOf('listBatches').responses[status] ?? {};
      const described = Object.keys(headers).filter((name) => name !== PROBLEM_HEADER);
      for (const name of described)
        expect([name, response.headers.has(name)]).toEqual([name, true]);
    }
    await world.dispose();
  });

  it('refers to nothing that is not there, and to all that is', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const referred = new Set([...references].map(([, name]) => name));
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });
});

it('the description validates as OpenAPI 3.1', async () => {
  const validator = new Validator();
  const outcome = await validator.validate(structuredClone(openApiDocument()));
  expect(outcome).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});
