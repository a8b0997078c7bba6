import type { VerificationDetail } from '../../contract/decode.ts';
import type { RowResult } from '../../formats/write/outcome.ts';

/** A result with more of its detail; one without a detail stays as it is. */
export function withDetail(
  result: RowResult | undefined,
  known: Partial<VerificationDetail>,
): RowResult | undefined {
  const { verification } = result ?? {};
  if (!verification?.detail) return result;
  return {
    ...result,
    verification: { ...verification, detail: { ...verification.detail, ...known } },
  };
}
