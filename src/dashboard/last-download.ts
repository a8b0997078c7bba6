import { generateCookie, getCookie } from 'hono/cookie';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  SEND_CHOICES,
  type SendChoice,
} from '../service/lists/list-files.ts';
import type { PageContext } from './environment.ts';
import type { LastDownload } from './pages/list-download.ts';

const NAME = 'mailvet_download';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What this browser downloaded last, for the next list. */
export function readLastDownload(c: PageContext): LastDownload {
  const [format, send] = (getCookie(c, NAME) ?? '').split('.');
  return {
    format: DOWNLOAD_FORMATS.find((one) => one === format),
    send: SEND_CHOICES.find((one) => one === send),
  };
}

/** With the answer, which is a file and not a page. */
export function writeLastDownload(
  answer: Response,
  { format, send }: { readonly format: DownloadFormat; readonly send: SendChoice },
  secure: boolean,
): void {
  const options = { httpOnly: true, sameSite: 'Lax', secure, maxAge: YEAR_SECONDS } as const;
  const cookie = generateCookie(NAME, `${format}.${send}`, { path: '/lists', ...options });
  answer.headers.append('Set-Cookie', cookie);
}
