import type { Context } from '../../context.ts';

interface BrowserCommand {
  readonly command: string;
  /** Those before the address. */
  readonly args: readonly string[];
}

/** What opens an address in a browser; undefined where there is none, as behind ssh. */
export function browserCommand({
  env,
  platform,
}: Pick<Context, 'env' | 'platform'>): BrowserCommand | undefined {
  const [own] = (env.BROWSER ?? '').split(':');
  if (own) return { command: own, args: [] };
  if (platform === 'darwin') return { command: 'open', args: [] };
  // `start` is no program, and the shell that knows it would read `&` in an address.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [] } : undefined;
}
