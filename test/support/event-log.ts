import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Program } from './run-program.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Milliseconds: shorter than the limit of a test, so that its failure says what is missing. */
const LIMIT = 250_000;

/** Log entries of services in other processes, to be waited for. */
export class EventLog {
  readonly #entries: Entry[] = [];
  readonly #added = new EventEmitter().setMaxListeners(0);

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#added.emit('entry');
  }

  /** Adds what a process prints from now on, in lines of JSON. */
  follow(output: Readable | null): void {
    if (!output) throw new Error('the output goes elsewhere');
    createInterface({ input: output }).on('line', (line) => {
      if (line.startsWith('{')) this.add(JSON.parse(line));
    });
  }

  /** Resolves once so many entries match, earlier ones included; fails by name after `LIMIT`. */
  async until(what: string, matches: (entry: Entry) => boolean, count = 1): Promise<void> {
    const signal = AbortSignal.timeout(LIMIT);
    while (this.#entries.filter(matches).length < count) {
      await once(this.#added, 'entry', { signal }).catch(() => {
        throw new Error(`there was no ${what}`);
      });
    }
  }

  /** Resolves once a batch has completed or failed. */
  untilEnded(batchId: string): Promise<void> {
    return this.until(
      `end of batch ${batchId}`,
      ({ batchId: id, event }) => id === batchId && /^batch_(completed|failed)$/.test(`${event}`),
    );
  }
}

const NODE = fileURLToPath(new URL('node-child.ts', import.meta.url));

export interface ChildNode extends Program {
  readonly url: string;
  readonly firstKey?: string;
  readonly setupUrl?: string;
}

/** Nodes that run node-child.ts, with the log of all of them. They are killed in the end. */
export function childNodes() {
  const log = new EventLog();
  const nodes: Program[] = [];
  return {
    log,
    /** With the arguments of node-child.ts; resolves when it listens. */
    async start(role: 'serve' | 'work', ...args: (string | number)[]): Promise<ChildNode> {
      const stdio = ['ignore' as const, 'pipe' as const, 'inherit' as const];
      const program = new Program(process.execPath, [NODE, role, ...args.map(String)], { stdio });
      nodes.push(program);
      log.follow(program.child.stdout);
      // The node may log events before the line that says that it listens.
      const [ready] = await program.until(/^\{"url":.*$/m);
      return Object.assign(program, JSON.parse(ready));
    },
    dispose: () => Promise.all(nodes.map((node) => node.end())),
  };
}
