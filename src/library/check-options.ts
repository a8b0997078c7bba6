import { MailvetError } from '../lib/errors.ts';

/**
 * Checks values that the compiler checks in TypeScript alone. `prefix` stands before each name in
 * errors, such as `limits.`.
 *
 * @throws MailvetError `config` for a value that is no number from `least` on.
 */
export function checkNumbers(prefix: string, fields: object, least = 0): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || (Number.isFinite(value) && value >= least)) continue;
    throw new MailvetError('config', `${prefix}${name} can not be ${shown(value)}`, {
      hint: `Give a number from ${least} on`,
    });
  }
}

/** @throws MailvetError `config` for a value that is no text. */
export function checkTexts(fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') continue;
    throw new MailvetError('config', `${name} is missing or no text`, {
      hint: `Give it in the options, such as { ${name}: '…' }`,
    });
  }
}

/** A value may be a secret that stands in the wrong place: only its beginning is shown. */
function shown(value: unknown): string {
  return String(value).slice(0, 20);
}
