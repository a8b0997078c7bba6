/**
 * A minimal load generator: keep-alive sockets, one request at a time on each, the
 * request's bytes made once, answers counted by their Content-Length. It has a process of its own,
 * so that it takes nothing from the server that it measures.
 *
 *     node bench/service/load.ts '<Load as JSON>'
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly url: string;
  /** The whole request, head and body. */
  readonly request: string;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds from the request's last byte to the answer's last byte. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { hostname, port } = new URL(load.url);
const request = Buffer.from(load.request);
const statuses: Record<string, number> = {};
const latencies: number[] = [];
const sentAt = new WeakMap<Socket, number>();
const began = performance.now();
const end = began + load.milliseconds;

await Promise.all(Array.from({ length: load.connections }, client));
process.stdout.write(JSON.stringify(summary()));

/** One socket, until the time is over. */
async function client(): Promise<void> {
  const socket = connect({
    port: Number(port),
    host: hostname.replace(/[[\]]/g, ''),
    noDelay: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('connect', () => send(socket));
    socket.on('close', () => resolve());
    answers(socket, () => {
      if (performance.now() < end) send(socket);
      else socket.destroy();
    });
  });
}

function send(socket: Socket): void {
  sentAt.set(socket, performance.now());
  socket.write(request);
}

/** Calls back for each whole answer. */
function answers(socket: Socket, onAnswer: () => void): void {
  let kept = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    kept += chunk;
    const head = kept.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(kept)?.[1] ?? '0';
    if (kept.length < head + 4 + Number(length)) return;
    const status = kept.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(performance.now() - (sentAt.get(socket) ?? 0));
    kept = '';
    onAnswer();
  });
}

function summary(): LoadResult {
  const seconds = (performance.now() - began) / 1000;
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    requestsPerSecond: sorted.length / seconds,
    statuses,
    latency: { p50: at(0.5), p99: at(0.99), max: at(1) },
  };
}
