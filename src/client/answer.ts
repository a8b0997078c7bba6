import { decodeErrorMessage } from '../contract/decode.ts';
import { MailvetError } from '../errors.ts';
import { parseForeignJson } from './foreign-json.ts';
import type { WireAnswer } from './transport.ts';

/** Whether an HTTP status is 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** An answer that is no success, as the error that says how to react. */
export function toError(answer: WireAnswer, url: URL, key: string): MailvetError {
  const { status } = answer;
  if (status >= 300 && status < 400) return redirectError(answer, url);
  const message = readMessage(answer, key);
  const suffix = message === undefined ? '' : `: ${message}`;
  if (status === 401) {
    return new MailvetError('unauthorized', `The service refused the API key${suffix}`, {
      hint: [{ code: 'check_key' }],
      status,
    });
  }
  if (status === 402) {
    return new MailvetError('quota', `The team's plan limit is reached${suffix}`, {
      hint: 'Raise the plan or wait for the next period, then go on',
      status,
    });
  }
  if (status === 429) {
    return new MailvetError('rate_limited', `${url.host} answers that we ask too often`, {
      hint: ['Try again later', { code: 'fewer_requests' }],
      status,
    });
  }
  if (status === 408) {
    return new MailvetError('request_timeout', `${url.host} gave up waiting for the request`, {
      status,
    });
  }
  if (status >= 500) {
    return new MailvetError('server', `${url.host} answered ${status}${suffix}`, {
      hint: 'The fault is on the side of the service: try again later',
      status,
    });
  }
  return new MailvetError('refused', `The service refused the request (${status})${suffix}`, {
    status,
  });
}

/** A redirect is never followed: the key would go to wherever it points. */
function redirectError(answer: WireAnswer, url: URL): MailvetError {
  const location = answer.header('location');
  const target = location === undefined ? null : URL.parse(location, url.href);
  const where = target ? ` to ${target.host}` : '';
  return new MailvetError('bad_answer', `${url.host} redirects (${answer.status})${where}`, {
    hint: 'Redirects are not followed with the key: give the final address as the base URL',
    status: answer.status,
  });
}

/** The JSON of an answer; undefined for what is none. */
export function readJson({ content }: WireAnswer, key: string): unknown {
  return 'value' in content ? content.value : parseForeignJson(content.bytes, key);
}

function looksLikeHtml({ content }: WireAnswer): boolean {
  return 'bytes' in content && /^\s*</.test(content.bytes.toString('latin1', 0, 100));
}

/** A success that is not the interface. */
export function unreadableError(answer: WireAnswer, url: URL): MailvetError {
  const html = looksLikeHtml(answer) ? ' (it looks like a web page)' : '';
  return new MailvetError('bad_answer', `The answer of ${url.host} can't be understood${html}`, {
    hint: 'Is the base URL that of a verification service?',
    status: answer.status,
  });
}

const MAX_MESSAGE_LENGTH = 300;

function readMessage(answer: WireAnswer, key: string): string | undefined {
  const message = decodeErrorMessage(readJson(answer, key));
  return message?.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_LENGTH);
}
