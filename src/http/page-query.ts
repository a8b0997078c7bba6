import * as z from 'zod';
import {
  DEFAULT_BATCHES_LIMIT,
  DEFAULT_SKIP,
  DEFAULT_SUPPRESSIONS_LIMIT,
  DEFAULT_VERIFICATIONS_LIMIT,
} from '../contract/limits.ts';
import type { Page } from '../service/records.ts';
import type { RequestContext } from './environment.ts';
import { firstFault } from './first-fault.ts';
import { HttpError } from './http-error.ts';

const MAX_RESULTS = 1000;

export const VerificationsPageSchema = pageSchema(DEFAULT_VERIFICATIONS_LIMIT);
export const BatchesPageSchema = pageSchema(DEFAULT_BATCHES_LIMIT);
export const SuppressionsPageSchema = pageSchema(DEFAULT_SUPPRESSIONS_LIMIT);
export type PageSchema = typeof VerificationsPageSchema;

function pageSchema(defaultLimit: number) {
  return z.object({
    limit: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .default(defaultLimit)
      .describe('Maximum number of results'),
    skip: z.int().min(0).default(DEFAULT_SKIP).describe('Number of results to skip (offset)'),
  });
}

/** Throws a 400 that names the parameter. */
export function readPage(c: RequestContext, schema: PageSchema): Page {
  const page = { limit: readNumber(c, 'limit'), skip: readNumber(c, 'skip') };
  const { data, error } = schema.safeParse(page);
  if (!data) throw new HttpError(400, firstFault(error));
  return data;
}

/** Digits alone: `Number` would also take '', ' 5', '0x10' and '1e3'. */
function readNumber(c: RequestContext, name: string): number | undefined {
  const values = c.req.queries(name);
  if (values === undefined) return undefined;
  if (values.length > 1) throw new HttpError(400, `${name} is given more than once`);
  const [text = ''] = values;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
