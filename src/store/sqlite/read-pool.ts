import type { Worker } from 'node:worker_threads';
import { StoreError } from '../../service/store-error.ts';
import type { Row } from '../database-parts.ts';
import { asStoreError } from './sqlite-errors.ts';
import { BUSY_WAIT_MS } from './writer.ts';

/** Threads that read the database, so that no read blocks the main thread. */
export interface ReadPool {
  /** Rows of one statement. Callers bound its work, since no statement can be interrupted. */
  all(sql: string, ...parameters: (string | number)[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

const MAX_THREADS = 2;

interface Job {
  readonly request: ReadRequest;
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads start when first needed. Statements run in the order of their calls. */
export function readPool(path: string): ReadPool {
  const idle: ReadingThread[] = [];
  const all = new Set<ReadingThread>();
  const waiting: Job[] = [];
  let closed = false;

  function next(): void {
    const thread = idle.pop() ?? (all.size < MAX_THREADS ? start() : undefined);
    const job = thread && waiting.shift();
    if (job) thread.run(job);
    else if (thread) idle.push(thread);
  }

  function start(): ReadingThread {
    const thread = new ReadingThread(path, {
      onIdle: () => {
        idle.push(thread);
        if (waiting.length > 0) next();
      },
      onExit: () => {
        all.delete(thread);
        const at = idle.indexOf(thread);
        if (at >= 0) idle.splice(at, 1);
        if (waiting.length > 0) next();
      },
    });
    all.add(thread);
    return thread;
  }

  return {
    all: (sql, ...parameters) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreError('away', 'the database is closed'));
        waiting.push({ request: { sql, parameters }, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      const error = new StoreError('away', 'the database is closed');
      for (const { reject } of waiting.splice(0)) reject(error);
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

interface Listeners {
  readonly onIdle: () => void;
  readonly onExit: () => void;
}

class ReadingThread {
  readonly #worker: Worker;
  #job: Job | undefined;

  constructor(path: string, { onIdle, onExit }: Listeners) {
    // Not imported above: many runs read nothing in a thread.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    this.#worker = new Worker(`(${readThread})()`, {
      eval: true,
      workerData: { path, waitMs: BUSY_WAIT_MS },
      name: 'database reader',
      // Without the warning that node:sqlite is experimental, and without the main program's flags.
      execArgv: ['--no-warnings'],
    });
    this.#worker.unref();
    // One message per turn: Node delivers up to a thousand in one, and each may start the next
    // statement at once.
    this.#worker.on('message', (answer: ReadAnswer) =>
      setImmediate(() => {
        settle(this.#take(), answer);
        onIdle();
      }),
    );
    this.#worker.on('error', (error) => this.#take()?.reject(error));
    this.#worker.on('exit', () => {
      this.#take()?.reject(new StoreError('io', 'the thread that reads the database ended'));
      onExit();
    });
  }

  run(job: Job): void {
    this.#job = job;
    this.#worker.ref();
    this.#worker.postMessage(job.request);
  }

  #take(): Job | undefined {
    const job = this.#job;
    this.#job = undefined;
    this.#worker.unref();
    return job;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function settle(job: Job | undefined, answer: ReadAnswer): void {
  if ('rows' in answer) job?.resolve(answer.rows);
  else job?.reject(asStoreError(Object.assign(new Error(answer.message), answer)));
}

/** A request to a thread: one statement that only reads. */
interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

type ReadAnswer =
  | { readonly rows: readonly Record<string, unknown>[] }
  | { readonly message: string; readonly errcode: number | undefined };

/**
 * The program of a thread that reads the database over a connection of its own. It is passed as text,
 * so that it needs no file of its own (in `dist/` or a bundle): it may use nothing outside itself.
 */
function readThread(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  let file: InstanceType<typeof DatabaseSync> | undefined;
  const statements = new Map<string, ReturnType<InstanceType<typeof DatabaseSync>['prepare']>>();
  const rowsOf = ({ sql, parameters }: ReadRequest) => {
    file ??= new DatabaseSync(workerData.path, { readOnly: true, timeout: workerData.waitMs });
    const statement = statements.get(sql) ?? file.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...parameters) as Record<string, unknown>[];
  };
  const answer = (request: ReadRequest): ReadAnswer => {
    try {
      return { rows: rowsOf(request) };
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      return { message, errcode };
    }
  };
  parentPort?.on('message', (request: ReadRequest) => parentPort.postMessage(answer(request)));
}
