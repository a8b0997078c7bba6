import { Socket } from 'node:net';
import type { DnsRecords, DnsSource, RecordType } from '../dns/source.ts';
import type { Dial } from '../net/dial.ts';
import type { Meaning, Stage } from '../smtp/meaning.ts';

/** A step on the way to a result, which explains it. */
export type TraceEvent =
  | {
      readonly event: 'dns';
      /** The server that was asked; absent where the source does not name it. */
      readonly server?: string;
      readonly type: RecordType;
      readonly name: string;
      readonly kind: string;
      readonly records?: readonly DnsRecords[RecordType][];
      /** What an alias stands for. */
      readonly target?: string;
      /** Why there is no answer. */
      readonly problem?: string;
      /** Why it was asked beside the first question: to confirm a denial, or to see how the zone denies a name that nobody has. */
      readonly purpose?: 'confirm' | 'control';
    }
  | {
      readonly event: 'host';
      readonly host: string;
      /** By which it is connected to. */
      readonly egress: string;
      readonly kind: string;
      /** Address of the connection. */
      readonly address?: string | undefined;
    }
  | { readonly event: 'sent'; readonly command: string }
  | { readonly event: 'reply'; readonly code: number; readonly lines: readonly string[] }
  /** No reply came, or none that can be read. */
  | { readonly event: 'fault'; readonly fault: string }
  | {
      readonly event: 'judged';
      readonly stage: Stage;
      /** A rule of docs/classification.md, `provider-<id>` for an entry of the provider table, or `learned` with the probability and the words. */
      readonly rule: string;
      readonly because?: string | undefined;
      readonly meaning: Meaning;
    };

/** Called for each event, in order. */
export type Trace = (event: TraceEvent) => void;

/** A source that reports each answer, for sources that don't name the server they ask. */
export function tracedDns(source: DnsSource, trace: Trace): DnsSource {
  return {
    ...source,
    async query(type, name) {
      const answer = await source.query(type, name);
      trace({ event: 'dns', type, name, ...answer });
      return answer;
    },
  };
}

/** A dial that reports each connection to the trace. */
export function tracedDial(dial: Dial, egress: string, trace: Trace): Dial {
  return async (host, signal) => {
    const dialled = await dial(host, signal);
    const stream = dialled.kind === 'connected' ? dialled.stream : undefined;
    const address = stream instanceof Socket ? stream.remoteAddress : undefined;
    trace({ event: 'host', host, egress, kind: dialled.kind, address });
    return dialled;
  };
}
