import * as z from 'zod';
import {
  IDEMPOTENCY_LIFETIME_HEADER,
  IDEMPOTENCY_LIFETIME_MS,
  SAYS_LIFETIME,
} from '../contract/idempotency.ts';
import { OPERATION_SCOPES } from '../contract/key-scopes.ts';
import { API_VERSION } from '../contract/limits.ts';
import { PROBLEM_HEADER, REACHABILITY_PROBLEMS } from '../contract/reachability.ts';
import {
  EXTENSION_ROUTES,
  ROUTES,
  SERVICE_ROUTES,
  type ServiceOperation,
} from '../contract/routes.ts';
import { PROVIDERS, type ProviderName } from '../service/outcomes/records.ts';
import { EXAMPLES } from './examples.ts';
import {
  ANSWERS,
  ANY_ERRORS,
  type AnyStatus,
  DESCRIPTIONS,
  MEANINGS,
  type OperationDescription,
  REQUESTS,
} from './openapi-operations.ts';
import { IDEMPOTENCY_KEY, INCLUDE, type PageSchema } from './read-request.ts';

const INTERFACE = {
  name: 'Verification',
  description: 'The six operations of the interface 1.0.0',
};

/** Marks what our service has beside the six operations of the interface. */
const EXTENSIONS = {
  name: 'Extensions',
  description: 'Not part of the interface 1.0.0: other services with the interface may lack them',
};

/** The interface as OpenAPI 3.1, from the schemas that validate requests and type the answers. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Email Verification Service',
      version: API_VERSION,
      description: 'Checks e-mail addresses for deliverability, one at a time or in batches.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [INTERFACE, EXTENSIONS],
    paths: paths(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: API_KEY },
        providerToken: { type: 'apiKey', in: 'query', name: 'token', description: TOKEN },
      },
      headers: HEADERS,
      schemas: { ...schemasOf(REQUESTS, 'input'), ...schemasOf(ANSWERS, 'output') },
    },
  };
}

function paths(): Record<string, object> {
  const all: Record<string, object> = {};
  for (const operation of Object.keys(SERVICE_ROUTES) as ServiceOperation[]) {
    const { method, path } = SERVICE_ROUTES[operation];
    all[path] = { ...all[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  for (const provider of PROVIDERS) {
    all[`/api/v1/outcomes/${provider}`] = { post: describeReport(provider) };
  }
  return all;
}

/** Called by providers, in the form that each of them has. */
function describeReport(provider: ProviderName): object {
  const { title, check } = PROVIDER_REPORTS[provider];
  const statuses = [400, 401, 402, 403, 408, 413, 431, 500, 503] as const;
  return {
    operationId: `report_${provider}`,
    summary: `Report of ${title}`,
    description: `Takes what ${title} reports of mail, at the address that the dashboard shows under Settings. ${check} What is no outcome is taken and left out.`,
    tags: [EXTENSIONS.name],
    security: [{ providerToken: [] }],
    requestBody: { required: true, content: json({ type: ['object', 'array'] }) },
    responses: {
      200: {
        description: 'Success',
        headers: headersFor(200),
        content: json(refTo('LearnOutcomesResponse')),
      },
      ...Object.fromEntries(
        statuses.map((status) => [status, { ...error(status), ...REPORT_MEANINGS[status] }]),
      ),
    },
  };
}

const PROVIDER_REPORTS: Readonly<Record<ProviderName, { title: string; check: string }>> = {
  ses: {
    title: 'Amazon SES',
    check: 'The signature of SNS is checked; a subscription is confirmed by itself.',
  },
  sendgrid: { title: 'SendGrid', check: 'The ECDSA signature of the Event Webhook is checked.' },
  postmark: {
    title: 'Postmark',
    check:
      'Nothing is signed: the token is the secret, in the address or as the password of Basic authentication.',
  },
  mailgun: { title: 'Mailgun', check: 'The HMAC of each event is checked.' },
};

const REPORT_MEANINGS: Partial<Record<AnyStatus, { description: string }>> = {
  400: { description: 'The body is not valid JSON' },
  401: { description: 'The address has no valid token' },
  403: { description: 'The signature is missing or wrong, or no signing key is known' },
  503: {
    description:
      'The service is stopping, its database can not be used, or Amazon SNS could not be reached: see Retry-After',
  },
};

function describeOperation(operation: ServiceOperation): object {
  const { summary, description, id, body, page, answer, detailed, errors } =
    DESCRIPTIONS[operation];
  const parameters = [
    ...(id === undefined ? [] : [pathId(id)]),
    ...(page ? toQueryParameters(page) : []),
    ...(detailed ? [INCLUDE] : []),
    ...(body && operation in ROUTES ? [IDEMPOTENCY_KEY] : []),
  ];
  const scope = OPERATION_SCOPES[operation];
  const statuses = [...errors, ...(scope ? ([403] as const) : []), ...ANY_ERRORS];
  return {
    operationId: operation,
    summary,
    description,
    tags: [operation in EXTENSION_ROUTES ? EXTENSIONS.name : INTERFACE.name],
    // OpenAPI 3.1 names here, for any scheme, what a caller has to be allowed to do.
    ...(scope && { security: [{ apiKey: [scope] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(refTo(body)) } }),
    responses: {
      200: {
        description: 'Success',
        headers: {
          ...headersFor(200),
          ...(detailed && PROBLEM),
          ...(SAYS_LIFETIME.has(operation) && LIFETIME),
        },
        content: json(answerSchemaOf(answer)),
      },
      ...Object.fromEntries(statuses.map((status) => [status, error(status)])),
    },
  };
}

const API_KEY =
  'An API key of the team. An extension: a key may be limited to some of the scopes verify, read, manage and learn, and expire.';

const TOKEN = 'Of the address that a provider reports to: it names the team.';

const PROBLEM = {
  [PROBLEM_HEADER]: {
    description:
      'With include=detail: what keeps the service from learning anything of any mailbox right now, separated by commas',
    schema: { type: 'string', examples: [REACHABILITY_PROBLEMS[2]] },
  },
};

const LIFETIME = {
  [IDEMPOTENCY_LIFETIME_HEADER]: {
    description: 'For how many seconds an Idempotency-Key is remembered',
    schema: { type: 'integer', examples: [IDEMPOTENCY_LIFETIME_MS / 1000] },
  },
};

function pathId(description: string): object {
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string' } };
}

function toQueryParameters(page: PageSchema): object[] {
  const { properties = {} } = z.toJSONSchema(page, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function answerSchemaOf(answer: OperationDescription['answer']): object {
  return typeof answer === 'string' ? refTo(answer) : { type: 'array', items: refTo(answer[0]) };
}

function error(status: AnyStatus): object {
  const headers = headersFor(status);
  return {
    description: MEANINGS[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    content: json(refTo('Error')),
  };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

function refTo(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas used inside others become references to each other. */
function schemasOf(named: Record<string, z.ZodType>, io: 'input' | 'output'): object {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io, uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [
      id,
      { ...schema, examples: [EXAMPLES[id as keyof typeof EXAMPLES]] },
    ]),
  );
}

const seconds = { type: 'integer', minimum: 0 };

/** The headers of responses, by their names. */
const HEADERS = {
  'x-request-id': {
    description:
      'Identifies the request in the log of the service: the caller’s own id or a new one',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests that the team may send in one burst',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests of the burst that are left',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the whole burst is available again',
    schema: seconds,
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense',
    schema: seconds,
  },
  'WWW-Authenticate': {
    description: 'The scheme of authentication (RFC 9110 §11.6.1)',
    schema: { type: 'string', examples: ['Bearer'] },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** The application is not asked: the server itself answers, without the application's headers. */
const BEFORE_THE_APPLICATION: readonly AnyStatus[] = [408, 431];

/** References to the headers of an answer with this status. */
function headersFor(status: AnyStatus | 200): Record<string, object> {
  return Object.fromEntries(
    headerNames(status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function headerNames(status: AnyStatus | 200): readonly HeaderName[] {
  if (BEFORE_THE_APPLICATION.some((early) => early === status)) return [];
  if (status === 401) return ['x-request-id', 'WWW-Authenticate'];
  const waits = status === 429 || status === 503;
  return ['x-request-id', ...RATE_LIMIT, ...(waits ? (['Retry-After'] as const) : [])];
}
