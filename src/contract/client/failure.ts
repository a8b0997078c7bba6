import { isIP } from 'node:net';
import { type ErrorCode, type Hint, MailvetError } from '../../lib/errors.ts';
import { GIVEN_UP, SPOKE_FIRST } from './connection-errors.ts';

/** What came of one try that brought no answer. */
export interface CallFailure {
  /** True when the service surely saw nothing of the request: the connection was never made. */
  readonly surelyUnsent: boolean;
  readonly error: MailvetError;
}

/**
 * Codes of errors that come before any byte of the request has left. The ambiguous ones
 * (ECONNRESET, EPIPE, UND_ERR_SOCKET, a time-out after connecting) are not among them.
 */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_TLS',
  SPOKE_FIRST,
  GIVEN_UP,
]);

/** Judged by their system call: while connecting, nothing was sent. */
const WHILE_CONNECTING: ReadonlySet<string> = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);

/** A low-level error of a request to a service as one of ours, without anything that could hold the key. */
export function toFailure(error: unknown, service: URL): CallFailure {
  const details = findErrorDetails(error);
  const { code, syscall, message } = details;
  const tls = isCertificateError(code);
  // undici's words for a tunnel that is refused, and for a 407 without a tunnel.
  const proxy = /^proxy (?:response|authentication)/i.test(message);
  const surelyUnsent =
    tls ||
    proxy ||
    BEFORE_SENDING.has(code) ||
    (WHILE_CONNECTING.has(code) && syscall === 'connect');
  const { host } = service;
  const downProxy = findDownProxy(details, service);
  const text = describeFailure({ code, host, message, byProxy: proxy, downProxy });
  return {
    surelyUnsent,
    error: new MailvetError(text.code, text.message, {
      hint: text.hint,
      cause: new Error(code || message),
    }),
  };
}

interface ErrorText {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: Hint;
}

const PROXY_HINT = 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';
const CONNECTION_HINT: Hint = [
  'Check the base URL and your connection',
  { code: 'check_connection' },
];

interface FailureFacts {
  readonly code: string;
  readonly host: string;
  readonly message: string;
  /** It was the proxy that refused. */
  readonly byProxy: boolean;
  /** Where the proxy is that there is no connection to. */
  readonly downProxy: string | undefined;
}

/** What was connected to, where it is not the service: then it is the proxy that the variables name. */
function findDownProxy(
  { syscall, hostname, address, port }: LowLevel,
  service: URL,
): string | undefined {
  const wanted = service.hostname.replace(/^\[(.*)\]$/, '$1');
  if (syscall === 'getaddrinfo') return hostname === wanted ? undefined : hostname;
  if (syscall !== 'connect' || address === undefined || port === undefined) return undefined;
  const wantedPort = Number(service.port) || (service.protocol === 'https:' ? 443 : 80);
  const isService = port === wantedPort && (isIP(wanted) === 0 || address === wanted);
  return isService ? undefined : `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

function describeFailure({ code, host, message, byProxy, downProxy }: FailureFacts): ErrorText {
  if (speaksPlainly(code, message)) {
    const hint = 'It speaks plain HTTP: write http:// instead of https://, or give its TLS port';
    return { code: 'network', message: `${host} does not speak TLS`, hint };
  }
  if (isCertificateError(code)) {
    const hint: Hint = [{ code: 'ca_file' }, ' trusts a certificate authority of your own'];
    return {
      code: 'network',
      message: `The certificate of ${host} is not trusted (${code})`,
      hint,
    };
  }
  if (byProxy) {
    const status = /\((\d{3})\)/.exec(message)?.[1];
    const wants = status === '407' ? 'wants a user name and a password' : `answered ${status}`;
    return {
      code: 'network',
      message: `The proxy refused to connect to ${host}: it ${wants}`,
      hint:
        status === '407'
          ? 'Put them into HTTPS_PROXY or HTTP_PROXY: http://user:password@proxy:3128'
          : PROXY_HINT,
    };
  }
  if (downProxy !== undefined) {
    return {
      code: 'network',
      message: `No connection to the proxy ${downProxy}, which leads to ${host} (${code})`,
      hint: PROXY_HINT,
    };
  }
  const hint = CONNECTION_HINT;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { code: 'network', message: `The name of ${host} can't be resolved (${code})`, hint };
  }
  if (code === 'ECONNREFUSED') {
    return { code: 'network', message: `${host} refused the connection`, hint };
  }
  if (code === SPOKE_FIRST) {
    return { code: 'network', message: `${host} answers before it is asked`, hint };
  }
  if (code === GIVEN_UP) {
    return { code: 'network', message: `The connection to ${host} was not waited for`, hint };
  }
  const detail = code ? ` (${code})` : '';
  return { code: 'network', message: `The connection to ${host} failed${detail}`, hint };
}

/** What OpenSSL says of a first line that is `HTTP/1.1 400 …` or a greeting. */
function speaksPlainly(code: string, message: string): boolean {
  const plain =
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/;
  return plain.test(code) || (code === 'EPROTO' && plain.test(message));
}

function isCertificateError(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_|EPROTO)/.test(code);
}

interface LowLevel {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
  /** Of a look-up that failed. */
  readonly hostname?: string | undefined;
  /** Of a connection that failed. */
  readonly address?: string | undefined;
  readonly port?: number | undefined;
}

/** The innermost error with a code: undici and Happy Eyeballs wrap the one that says it. */
function findErrorDetails(error: unknown): LowLevel {
  const low = (error ?? {}) as Partial<LowLevel> & { errors?: unknown[]; cause?: unknown };
  const { code, message, errors, cause } = low;
  if (code === undefined && errors?.length) return findErrorDetails(errors[0]);
  if (code === undefined && cause !== undefined) return findErrorDetails(cause);
  const inner = errors?.[0] as Partial<LowLevel> | undefined;
  return {
    code: code ?? '',
    syscall: low.syscall ?? inner?.syscall ?? '',
    message: message ?? String(error),
    hostname: low.hostname ?? inner?.hostname,
    address: low.address ?? inner?.address,
    port: low.port ?? inner?.port,
  };
}
