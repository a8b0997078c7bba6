/** A request to a thread: one statement that only reads. */
export interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

export type ReadAnswer =
  | { readonly rows: readonly Record<string, unknown>[] }
  | { readonly message: string; readonly errcode: number | undefined };

/**
 * The program of a thread that reads the database over a connection of its own. It is passed as text,
 * so that it needs no file of its own (in `dist/` or a bundle): it may use nothing outside itself.
 */
export function readThread(): void {
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
