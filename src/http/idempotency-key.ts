import { IDEMPOTENCY_KEY_HEADER, MAX_IDEMPOTENCY_KEY } from '../contract/idempotency.ts';
import type { ServiceOperation } from '../contract/routes.ts';
import { type IdempotentRequest, idempotentRequest } from '../service/batches/idempotency.ts';
import type { RequestContext } from './environment.ts';
import { HttpError } from './http-error.ts';

/** Visible ASCII characters. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);

interface Request {
  readonly operation: ServiceOperation;
  readonly body: object;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The request with its Idempotency-Key; undefined without one. Throws a 400 for an invalid one. */
export function readIdempotencyKey(
  c: RequestContext,
  { operation, body, now }: Request,
): IdempotentRequest | undefined {
  const key = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (key === undefined) return undefined;
  if (KEY.test(key)) return idempotentRequest(key, { operation, body }, now);
  const message = `Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters`;
  throw new HttpError(400, message);
}

/** The header in the description of the interface. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'An extension: the same request with the same key gets the first answer again within 24 h and is not charged again; another body is a 409',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY },
};
