/** What our service says of its ledger, read tolerantly. */
import { decodeVerification, type Verification } from './decode.ts';
import { isObject, text, time } from './decode-values.ts';
import { REASONS, type Reason, VERDICTS, type Verdict } from './verdict.ts';

/** What another verifier said of an address. */
export interface ImportedVerdict {
  readonly source: string;
  readonly verdict: Verdict;
  readonly reason: Reason | undefined;
  /** Milliseconds since the epoch. */
  readonly checkedAt: number | undefined;
}

/** What a team knows of an address. */
export interface LedgerEntry {
  readonly email: string;
  readonly isDue: boolean;
  readonly isDisputed: boolean;
  /** The last verification, with its fine reason, the provider and the time; undefined without one. */
  readonly verification: Verification | undefined;
  readonly checkedAt: number | undefined;
  readonly imported: readonly ImportedVerdict[];
}

/** Undefined unless there is an entry for each address, in their order. */
export function decodeLedger(value: unknown, emails: readonly string[]): LedgerEntry[] | undefined {
  if (!Array.isArray(value) || value.length !== emails.length) return undefined;
  const entries = value.flatMap((one, at) => decodeEntry(one, emails[at] ?? '') ?? []);
  return entries.length === emails.length ? entries : undefined;
}

function decodeEntry(value: unknown, email: string): LedgerEntry | undefined {
  if (!isObject(value) || value.email !== email) return undefined;
  const { due, disputed, result, imported } = value;
  const { reason, provider } = value;
  const checkedAt = time(value.checkedAt);
  const verification = decodeVerification(
    isObject(result) ? { ...result, detail: { reason, provider } } : undefined,
  );
  const detail = verification?.detail && { ...verification.detail, checkedAt };
  return {
    email,
    isDue: due === true,
    isDisputed: disputed === true,
    verification: verification && { ...verification, ...(detail && { detail }) },
    checkedAt,
    imported: Array.isArray(imported) ? imported.flatMap((one) => decodeImported(one) ?? []) : [],
  };
}

function decodeImported(value: unknown): ImportedVerdict | undefined {
  if (!isObject(value)) return undefined;
  const verdict = VERDICTS.find((one) => one === value.verdict);
  const source = text(value.source);
  if (verdict === undefined || source === undefined) return undefined;
  const reason = REASONS.find((one) => one === value.reason);
  return { source, verdict, reason, checkedAt: time(value.checkedAt) };
}
