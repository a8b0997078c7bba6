import { z } from 'zod';
import {
  BatchEntryWithDetailSchema,
  BatchResultsWithDetailSchema,
  BatchWithDetailSchema,
  DetailSchema,
  VerificationResultWithDetailSchema,
} from '../contract/detail.ts';
import { API_VERSION } from '../contract/limits.ts';
import { PROBLEM_HEADER, REACHABILITY_PROBLEMS } from '../contract/reachability.ts';
import { type Operation, ROUTES } from '../contract/routes.ts';
import {
  BatchEntrySchema,
  BatchResultsSchema,
  BatchSchema,
  CancelBatchResponseSchema,
  CreateBatchRequestSchema,
  CreateBatchResponseSchema,
  ErrorBodySchema,
  VerificationResultSchema,
  VerifyRequestSchema,
} from '../contract/schemas.ts';
import { EXAMPLES } from './examples.ts';
import type { ErrorStatus } from './http-error.ts';
import { INCLUDE } from './include.ts';
import { BatchesPageSchema, type PageSchema, VerificationsPageSchema } from './page.ts';

const REQUESTS = {
  VerifyRequest: VerifyRequestSchema,
  CreateBatchRequest: CreateBatchRequestSchema,
};

const ANSWERS = {
  VerificationResult: VerificationResultSchema,
  Batch: BatchSchema,
  BatchEntry: BatchEntrySchema,
  CreateBatchResponse: CreateBatchResponseSchema,
  BatchResults: BatchResultsSchema,
  CancelBatchResponse: CancelBatchResponseSchema,
  Detail: DetailSchema,
  VerificationResultWithDetail: VerificationResultWithDetailSchema,
  BatchEntryWithDetail: BatchEntryWithDetailSchema,
  BatchWithDetail: BatchWithDetailSchema,
  BatchResultsWithDetail: BatchResultsWithDetailSchema,
  Error: ErrorBodySchema,
};

type AnswerName = keyof typeof ANSWERS;

interface OperationDescription {
  readonly summary: string;
  readonly description: string;
  readonly body?: keyof typeof REQUESTS;
  readonly page?: PageSchema;
  readonly answer: AnswerName | readonly [AnswerName];
  /** The answer with `include=detail`; absent where there is no such parameter. */
  readonly detailed?: AnswerName | readonly [AnswerName];
  /** Statuses beside those of every operation. */
  readonly errors: readonly ErrorStatus[];
}

const BODY_ERRORS = [400, 402, 413, 415] as const;

const DESCRIPTIONS: Readonly<Record<Operation, OperationDescription>> = {
  verify: {
    summary: 'Verify Email',
    description: 'Verifies one address. Results are cached for 90 days unless noCache is true.',
    body: 'VerifyRequest',
    answer: 'VerificationResult',
    detailed: 'VerificationResultWithDetail',
    errors: BODY_ERRORS,
  },
  listVerifications: {
    summary: 'List Verifications',
    description: "The team's verifications, newest first.",
    page: VerificationsPageSchema,
    answer: ['VerificationResult'],
    detailed: ['VerificationResultWithDetail'],
    errors: [400],
  },
  createBatch: {
    summary: 'Create Batch',
    description: 'Submits 1 to 1000 addresses to be verified in the background.',
    body: 'CreateBatchRequest',
    answer: 'CreateBatchResponse',
    errors: BODY_ERRORS,
  },
  getBatch: {
    summary: 'Get Batch Results',
    description: 'A batch and its entries, in the order submitted.',
    answer: 'BatchResults',
    detailed: 'BatchResultsWithDetail',
    errors: [400, 404],
  },
  listBatches: {
    summary: 'List Batches',
    description: "The team's batches, newest first.",
    page: BatchesPageSchema,
    answer: ['Batch'],
    detailed: ['BatchWithDetail'],
    errors: [400],
  },
  cancelBatch: {
    summary: 'Cancel Batch',
    description: 'Cancels a pending or processing batch.',
    answer: 'CancelBatchResponse',
    errors: [404, 409],
  },
};

/** 408 and 431 come before the application is asked (see listen.ts). */
type AnyStatus = ErrorStatus | 408 | 431;

const ANY_ERRORS: readonly AnyStatus[] = [401, 408, 429, 431, 500, 503];

const MEANINGS: Readonly<Record<AnyStatus, string>> = {
  400: 'The body or a query parameter is invalid',
  401: 'API key missing, invalid or revoked',
  402: 'The team exceeded its plan limits',
  404: 'Batch not found',
  405: 'Method not allowed',
  408: 'The request took too long to arrive; the connection ends',
  409: 'The batch has ended and cannot be cancelled',
  413: 'The body has more than 1 MiB',
  415: 'The body is not application/json',
  429: 'Too many requests at once, or too many open batches: Retry-After says when to come back',
  431: 'The headers have more than 16 KiB; the connection ends',
  500: 'Internal error',
  503: 'The service is stopping, or its database can not be used: see Retry-After',
};

/** The interface as OpenAPI 3.1, from the schemas that validate requests and type the answers. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Email Verification Service',
      version: API_VERSION,
      description: 'Checks e-mail addresses for deliverability, one at a time or in batches.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the team' },
      },
      schemas: { ...schemasOf(REQUESTS, 'input'), ...schemasOf(ANSWERS, 'output') },
    },
  };
}

function paths(): Record<string, object> {
  const all: Record<string, object> = {};
  for (const operation of Object.keys(ROUTES) as Operation[]) {
    const { method, path } = ROUTES[operation];
    all[path] = { ...all[path], [method.toLowerCase()]: describeOperation(operation, path) };
  }
  return all;
}

function describeOperation(operation: Operation, path: string): object {
  const { summary, description, body, page, answer, detailed, errors } = DESCRIPTIONS[operation];
  const parameters = [
    ...(path.includes('{id}') ? [ID] : []),
    ...(page ? toQueryParameters(page) : []),
    ...(detailed ? [INCLUDE] : []),
  ];
  const answers = [answer, ...(detailed ? [detailed] : [])].map(answerSchemaOf);
  return {
    operationId: operation,
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(refTo(body)) } }),
    responses: {
      200: {
        description: 'Success',
        ...(detailed && { headers: PROBLEM }),
        content: json(anyOf(answers)),
      },
      ...Object.fromEntries([...errors, ...ANY_ERRORS].map((status) => [status, error(status)])),
    },
  };
}

const PROBLEM = {
  [PROBLEM_HEADER]: {
    description:
      'With include=detail: what keeps the service from learning anything of any mailbox right now, separated by commas',
    schema: { type: 'string', examples: [REACHABILITY_PROBLEMS[2]] },
  },
};

const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The batch identifier returned by Create Batch',
  schema: { type: 'string' },
};

function toQueryParameters(page: PageSchema): object[] {
  const { properties = {} } = z.toJSONSchema(page, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function answerSchemaOf(answer: OperationDescription['answer']): object {
  return typeof answer === 'string' ? refTo(answer) : { type: 'array', items: refTo(answer[0]) };
}

function anyOf(schemas: readonly object[]): object {
  return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas };
}

function error(status: AnyStatus): object {
  return { description: MEANINGS[status], content: json(refTo('Error')) };
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
