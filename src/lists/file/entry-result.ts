import type { VerificationDetail } from '../../contract/decode.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { ListResult } from '../../service/list-files.ts';

/** Turns entries of batches into what is kept of them; undefined where one says nothing. */
export function createResultReader(): (entry: ListResult) => RowResult | undefined {
  // Those of the addresses of one session are the same text.
  const details = new Map<string, VerificationDetail | undefined>();
  const readDetail = (text: string): VerificationDetail | undefined => {
    if (!details.has(text)) details.set(text, toDetail(text));
    return details.get(text);
  };
  return ({ email, facts, detail, error }) => {
    if (facts === null) return error === null ? undefined : { error };
    const verification = { email, ...facts, detail: detail ? readDetail(detail) : undefined };
    return error === null ? { verification } : { verification, error };
  };
}

/** Undefined for a text that is damaged. */
function toDetail(text: string): VerificationDetail | undefined {
  try {
    const { reason, provider, retryAfter } = JSON.parse(text);
    if (typeof reason !== 'string') return undefined;
    return {
      reason,
      ...(typeof provider === 'string' && { provider }),
      ...(typeof retryAfter === 'string' && { retryAfter: Date.parse(retryAfter) }),
    };
  } catch {
    return undefined;
  }
}
