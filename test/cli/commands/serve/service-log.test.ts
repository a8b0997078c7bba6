import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { lineOf, serviceLog } from '../../../../src/cli/commands/serve/service-log.ts';
import { toOutput } from '../../../../src/cli/io/streams.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const JSON_LINES = { level: 'info', format: 'json', addresses: false } as const;
const KEY = `mv_${'k'.repeat(40)}`;

describe('a line of the log', () => {
  it('says what to do in the words of a terminal', () => {
    const hint = ['Run ', { code: 'admin', command: 'check' }] as const;
    const entry = { level: 'error', event: 'database_error', hint } as const;
    expect(JSON.parse(lineOf(entry, NOW, JSON_LINES))).toMatchObject({
      hint: 'Run mailvet admin check',
    });
  });

  it('is one JSON object with time, level and event first', () => {
    const entry = { level: 'info', event: 'request', route: '/x', teamId: undefined } as const;
    expect(lineOf(entry, NOW, JSON_LINES)).toBe(
      '{"time":"2026-11-21T12:00:00.000Z","level":"info","event":"request","route":"/x"}\n',
    );
  });

  it('is words as text, in quotes where that is needed', () => {
    const entry = { level: 'warn', event: 'odd', a: 1, b: 'two words', c: 'x\n\x1b[31my' } as const;
    expect(lineOf(entry, NOW, { ...JSON_LINES, format: 'text' })).toBe(
      '2026-11-21T12:00:00.000Z warn  odd a=1 b="two words" c="x y"\n',
    );
  });

  it('masks addresses, in errors too, unless --log-addresses is given', () => {
    const error = new Error('no row for ada@example.com');
    const entry = { level: 'error', event: 'x', email: 'ada@example.com', error } as const;
    const masked = lineOf(entry, NOW, JSON_LINES);
    expect(masked).not.toContain('ada@');
    expect(masked).toContain('a***@example.com');
    expect(lineOf(entry, NOW, { ...JSON_LINES, addresses: true })).toContain('ada@example.com');
  });

  it('never holds a key', () => {
    const entry = { level: 'error', event: 'x', error: new Error(`bad key ${KEY}`) } as const;
    expect(lineOf(entry, NOW, { ...JSON_LINES, addresses: true })).not.toContain(KEY);
  });
});

describe('the log', () => {
  it('leaves out what is below its level, and is empty after a flush', async () => {
    const { chunks, stream } = collector();
    const log = serviceLog({ stderr: toOutput(stream), clock: manualClock() }, JSON_LINES);
    log.write({ level: 'debug', event: 'quiet' });
    log.write({ level: 'error', event: 'loud' });
    await log.flush();
    expect(chunks.join('')).toContain('"loud"');
    expect(chunks.join('')).not.toContain('"quiet"');
  });

  it('leaves lines out, and says so, rather than keep them for ever', async () => {
    const { chunks, stream } = collector();
    const log = serviceLog({ stderr: toOutput(stream), clock: manualClock() }, JSON_LINES);
    for (let n = 0; n < 10_005; n++) log.write({ level: 'info', event: 'many' });
    await log.flush();
    const lines = chunks.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(10_001);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'log_lines_left_out', count: 5 });
  });
});

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { chunks, stream };
}
