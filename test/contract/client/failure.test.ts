import { describe, expect, it } from 'vitest';
import { toFailure } from '../../../src/contract/client/failure.ts';

function lowLevel(code: string, more: object = {}): Error {
  return Object.assign(new Error(code), { code, ...more });
}

describe('a low-level error', () => {
  it.each([
    ['connection refused', lowLevel('ECONNREFUSED', { syscall: 'connect' }), true],
    ['unknown name', lowLevel('ENOTFOUND', { syscall: 'getaddrinfo' }), true],
    ['connect time-out', lowLevel('UND_ERR_CONNECT_TIMEOUT'), true],
    ['unreachable while connecting', lowLevel('EHOSTUNREACH', { syscall: 'connect' }), true],
    ['unreachable while reading', lowLevel('EHOSTUNREACH', { syscall: 'read' }), false],
    ['an untrusted certificate', lowLevel('DEPTH_ZERO_SELF_SIGNED_CERT'), true],
    ['reset', lowLevel('ECONNRESET'), false],
    ['closed by the other side', lowLevel('UND_ERR_SOCKET'), false],
    ['broken pipe', lowLevel('EPIPE'), false],
    ['all addresses refused', new AggregateError([lowLevel('ECONNREFUSED')]), true],
    ['something unknown', new Error('?'), false],
  ])('says whether the request surely stayed unsent: %s', (_name, error, expected) => {
    const failure = toFailure(error, new URL('https://service.example'));
    expect(failure.surelyUnsent).toBe(expected);
    expect(failure.error).toMatchObject({
      code: 'network',
      message: expect.stringContaining('service.example'),
    });
  });
});
