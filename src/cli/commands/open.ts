import { withoutEnd } from '../../lib/address-parts.ts';
import { isJobId } from '../../lists/directory/job-directory.ts';
import { resolveService } from '../connect/resolve.ts';
import type { UserEnvironment } from '../context.ts';
import { type CommandLine, type Invocation, mayAsk } from '../invocation.ts';
import { printOne } from '../io/print.ts';
import { openOwnJob } from './batch/job-access.ts';

/** Opens the dashboard, or prints where it is. That of the embedded service runs until Ctrl-C. */
export async function runOpen(invocation: Invocation, line: CommandLine): Promise<undefined> {
  const service = await resolveService(invocation);
  const path = pathOf(invocation, line.args[0], service.identity);
  const show = (url: string) => showPage(invocation, url, line.flags.print === true);
  if (service.kind === 'embedded') {
    const { serveHere } = await import('./serve/run.ts');
    return await serveHere(invocation, line, path, show);
  }
  await show(new URL(path, `${withoutEnd(service.baseUrl.value, '/')}/`).href);
}

async function showPage(invocation: Invocation, url: string, isPrinted: boolean): Promise<void> {
  const { context, globals } = invocation;
  const browser = browserCommand(context);
  const opens = !isPrinted && globals.format === undefined && mayAsk(invocation);
  if (opens && browser && (await context.launch?.(browser.command, [...browser.args, url]))) {
    await invocation.notice(`Opened ${url}`);
  } else {
    await printOne(invocation, { url }, `${url}\n`);
  }
}

/** Of the page, without a slash before it: the service may be below a path. */
function pathOf(invocation: Invocation, id: string | undefined, identity: string): string {
  if (id === undefined) return '';
  if (!isJobId(id))
    return `${id.startsWith('list_') ? 'lists' : 'batches'}/${encodeURIComponent(id)}`;
  using job = openOwnJob(invocation, id, identity);
  if (identity.startsWith('embedded:')) return `jobs/${encodeURIComponent(id)}`;
  const [first, ...others] = job.submitted().flatMap(({ serviceId }) => serviceId ?? []);
  // To another service a list from here is batches, which have no page together.
  return first === undefined || others.length > 0
    ? 'batches'
    : `batches/${encodeURIComponent(first)}`;
}

interface BrowserCommand {
  readonly command: string;
  /** Those before the address. */
  readonly args: readonly string[];
}

/** The command that opens a URL in a browser; undefined without a browser, for instance over ssh. */
export function browserCommand({ env, platform }: UserEnvironment): BrowserCommand | undefined {
  const [own] = (env.BROWSER ?? '').split(':');
  if (own) return { command: own, args: [] };
  if (platform === 'darwin') return { command: 'open', args: [] };
  // `start` is no program, and the shell that knows it would read `&` in an address.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [] } : undefined;
}
