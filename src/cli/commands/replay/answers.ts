import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeVerification } from '../../../contract/decode.ts';
import { MailvetError } from '../../../errors.ts';
import { isObject } from '../../../lib/json.ts';
import { reasonOf } from '../../../lib/system-reason.ts';
import type { ResultWithEvidence } from './rejudge-result.ts';

/**
 * The results in a file of JSON or JSON lines, as the service answers them with `include=detail`, or as
 * `verify --explain --json` prints them.
 */
export async function readAnswers(path: string): Promise<readonly ResultWithEvidence[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'is neither a job nor a file' : `can't be read: ${reasonOf(error)}`;
    throw new MailvetError('input', `${basename(path)} ${why}`, {
      hint: 'Name a job, or a file: mailvet jobs list shows the jobs',
      cause: error,
    });
  });
  const found = parse(text).flatMap(toResults);
  if (found.length > 0) return found;
  throw new MailvetError('input', `${path} holds nothing that could be judged again`, {
    hint: 'Name a job, a file that a job wrote on this machine, or JSON of the service with include=detail',
  });
}

/** One value, or one a line; what is neither holds nothing. */
function parse(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

/** Of a result, of a list of them, or of a batch. */
function toResults(value: unknown): ResultWithEvidence[] {
  if (Array.isArray(value)) return value.flatMap(toResults);
  if (!isObject(value)) return [];
  if (Array.isArray(value.emails)) return toResults(value.emails);
  if (isObject(value.result)) return toResults(value.result);
  const detail = isObject(value.explanation) ? value.explanation : value.detail;
  const verification = decodeVerification({ ...value, detail });
  if (typeof value.email !== 'string' || !verification || !isObject(detail)) return [];
  return [{ email: value.email, verification, evidence: detail }];
}
