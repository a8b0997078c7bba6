import { isMailvetError, MailvetError } from '../errors.ts';
import { safeJson, safeLine } from '../lib/safe-text.ts';

/** Any thrown thing as one of ours: whatever we did not foresee is a bug. */
export function asMailvetError(error: unknown): MailvetError {
  if (isMailvetError(error)) return error;
  if (isFileError(error)) {
    const message = `${error.path} can't be used (${error.code})`;
    return new MailvetError('input', message, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new MailvetError('internal', `Something went wrong inside mailvet: ${message}`, {
    hint: 'This is a bug: --debug shows where',
    cause: error,
  });
}

/** An error of the file system: no permission, no space. */
function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && path !== undefined;
}

export interface ReportOptions {
  readonly json: boolean;
  /** Adds the stack trace. */
  readonly debug: boolean;
}

/** The text for stderr: `mailvet: what went wrong`, then what to do about it. */
export function errorText(error: MailvetError, { json, debug }: ReportOptions): string {
  const { code, message, hint, status } = error;
  const trace = debug ? `${stackOf(error)}\n` : '';
  if (json) {
    const body = { code, message, hint: hint ?? null, status: status ?? null };
    return `${trace}${safeJson({ error: body })}\n`;
  }
  const advice = hint === undefined ? '' : `${safeLine(hint)}\n`;
  return `mailvet: ${safeLine(message)}\n${advice}${trace}`;
}

function stackOf(error: MailvetError): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
