import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from './environment.ts';
import type { Form } from './form.ts';

/** Whether lists start without an estimate, as the person chose at the last upload in this browser. */
const COOKIE = 'mailvet_start_at_once';
const LIFETIME_S = 365 * 24 * 60 * 60;

export function startsAtOnce(c: PageContext): boolean {
  return getCookie(c, COOKIE) === 'yes';
}

/** Only the form of a page has the choice. */
export function rememberStart(c: PageContext, form: Pick<Form, 'text'>): void {
  if (form.text('review') !== 'yes') return;
  const value = form.text('atOnce') === 'yes' ? 'yes' : 'no';
  setCookie(c, COOKIE, value, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: LIFETIME_S });
}
