import { PREFER_DETAIL } from '../contract/routes.ts';
import type { RequestContext } from './environment.ts';
import { HttpError } from './http-error.ts';

/** What a response holds beyond the interface: nothing, unless the request asks for it. */
export type Include = 'detail' | undefined;

export const INCLUDE = {
  name: 'include',
  in: 'query',
  description: 'What the answer holds beside the results',
  schema: { type: 'string', enum: ['detail'] },
};

/**
 * Reads the query parameter, or the Prefer header of a client that can't know whether the service
 * supports the parameter. Throws a 400 for any other value of the parameter.
 */
export function readInclude(c: RequestContext): Include {
  const values = c.req.queries('include');
  if (values === undefined) return isPreferred(c.req.header('Prefer')) ? 'detail' : undefined;
  if (values.length > 1) throw new HttpError(400, 'include is given more than once');
  if (values[0] !== 'detail') throw new HttpError(400, 'include must be detail');
  return 'detail';
}

/** Whether an answer may say more than the interface has. */
export function wantsDetail(c: RequestContext): boolean {
  return c.req.query('include') === 'detail' || isPreferred(c.req.header('Prefer'));
}

function isPreferred(prefer: string | undefined): boolean {
  return prefer?.split(',').some((one) => one.trim() === PREFER_DETAIL) ?? false;
}
