import { type Profiler, Session } from 'node:inspector';

/**
 * How often `work` calls a function of the program, named by its file and its name. V8 counts: the
 * function runs as it is.
 */
export function countCalls(file: string, name: string, work: () => void): number {
  const session = new Session();
  session.connect();
  try {
    request(session, 'Profiler.enable');
    request(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    work();
    const { result } = request<Profiler.TakePreciseCoverageReturnType>(
      session,
      'Profiler.takePreciseCoverage',
    );
    const functions = result
      .filter(({ url }) => url.includes(file))
      .flatMap((one) => one.functions);
    const counted = functions.filter(({ functionName }) => functionName === name);
    return counted.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    session.disconnect();
  }
}

/** A session of this thread answers before `post` returns. */
function request<Result>(session: Session, method: string, params?: object): Result {
  const answers: Result[] = [];
  session.post(method, params, (error, answer) => {
    if (error) throw error;
    answers.push(answer as Result);
  });
  return answers[0] as Result;
}
