import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DETAILS_IN_WORDS } from '../../src/contract/detail-reasons.ts';
import { CreateBatchRequestSchema, VerifyRequestSchema } from '../../src/contract/requests.ts';
import { SERVICE_ROUTES } from '../../src/contract/routes.ts';
import {
  BatchEntrySchema,
  BatchResultsSchema,
  BatchSchema,
  CancelBatchResponseSchema,
  CreateBatchResponseSchema,
  ErrorBodySchema,
  VerificationResultSchema,
} from '../../src/contract/schemas.ts';
import { EXAMPLES } from '../../src/http/examples.ts';
import { type ServiceWorld, serviceWorld } from '../support/service-world.ts';

let world: ServiceWorld;
let response: Response;
let page: string;

beforeAll(async () => {
  world = await serviceWorld();
  response = await world.request('/docs');
  page = await response.text();
});
afterAll(() => world.dispose());

describe('the page of the interface', () => {
  it('shows every operation, with a line of curl', () => {
    for (const [operation, { method, path }] of Object.entries(SERVICE_ROUTES)) {
      expect(page).toContain(`<section id="${operation}"`);
      expect(page).toContain(`<code>${path}</code>`);
      if (method === 'POST') expect(page).toContain(`curl -X POST &quot;$BASE_URL`);
    }
  });

  it('shows every schema, and links lead somewhere', () => {
    for (const name of Object.keys(EXAMPLES))
      expect(page).toContain(`<section id="schema-${name}"`);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('has the address in its lines of curl by which the reader reached it', async () => {
    expect(page).toContain('BASE_URL=http://localhost\n');
    for (const url of ['http://127.0.0.1:18125', 'https://mail.example.com']) {
      const answered = await world.request(`${url}/docs`);
      expect(await answered.text()).toContain(`BASE_URL=${url}\n`);
    }
  });

  it('loads nothing, and its policy lets nothing be loaded', () => {
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import|\son\w+=/i);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });
});

it.each([
  ['VerifyRequest', VerifyRequestSchema],
  ['CreateBatchRequest', CreateBatchRequestSchema],
  ['VerificationResult', VerificationResultSchema],
  ['Batch', BatchSchema],
  ['BatchEntry', BatchEntrySchema],
  ['CreateBatchResponse', CreateBatchResponseSchema],
  ['BatchResults', BatchResultsSchema],
  ['CancelBatchResponse', CancelBatchResponseSchema],
  ['Error', ErrorBodySchema],
] as const)('the example of %s is one', (name, schema) => {
  expect(schema.safeParse(EXAMPLES[name]).error).toBeUndefined();
});

describe('how to read a result', () => {
  it('names every reason, what it means and what to do', async () => {
    const answered = await world.request('/docs/results');
    expect(answered.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const text = await answered.text();
    for (const [reason, { meaning }] of Object.entries(DETAILS_IN_WORDS)) {
      expect(text).toContain(`<code>${reason}</code>`);
      expect(text).toContain(meaning);
    }
    expect(page).toContain('href="/docs/results"');
  });
});
