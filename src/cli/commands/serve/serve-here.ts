import type { CommandLine, Invocation } from '../../invocation.ts';
import { askReadiness, listeningUrl } from '../health/run.ts';
import { parseServeOptions } from './options.ts';
import { keyLine, runLogged, type StartedService } from './run.ts';

/** How the dashboard of this machine is shown. */
interface Showing {
  /** Called with its address, once: that of a page, or of the set-up where nobody has an account. */
  readonly show: (url: string) => Promise<void>;
  /** The page, without a slash before it. */
  readonly path: string;
}

/**
 * Shows the dashboard of the service on this machine: of the one that runs already, else of one that runs here
 * until a signal ends it, with the settings that `serve` would have.
 */
export async function serveHere(
  invocation: Invocation,
  line: CommandLine,
  { show, path }: Showing,
): Promise<undefined> {
  const { service, log } = await parseServeOptions(line);
  const running = service.port === 0 ? undefined : await findRunning(service, invocation);
  if (running !== undefined) return void (await show(`${running}/${path}`));
  const { startService } = await import('../../../composition/serve.ts');
  const ready = async (started: StartedService) => {
    await show(started.setupUrl ?? `${started.url}/${path}`);
    const { isTTY } = invocation.context.stdout;
    if (isTTY) await invocation.notice('Ctrl-C ends the service');
    return isTTY ? keyLine(started) : '';
  };
  const options = { service, log: { ...log, level: 'warn' as const } };
  return await runLogged(invocation, options, { start: startService, ready });
}

async function findRunning(
  service: { readonly host: string; readonly port: number },
  { context }: Invocation,
): Promise<string | undefined> {
  const url = listeningUrl(service);
  try {
    return (await askReadiness(url, context.signal)) === 200 ? url.origin : undefined;
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}
