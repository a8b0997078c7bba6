import type { Hono } from 'hono';
import type { PlainMessageId } from '../i18n/catalogue.ts';
import { message } from '../i18n/message.ts';
import { MAX_LIST_BYTES } from '../service/lists/list-files.ts';
import { checkPermission, type Permission } from '../service/people/people.ts';
import { resumeSession } from '../service/people/sign-in.ts';
import type { Pause } from '../service/read-turns.ts';
import { checkCsrf, checkOrigin } from './csrf.ts';
import type { DashboardDeps, DashboardEnvironment, PageContext } from './environment.ts';
import { type Form, readForm } from './form.ts';
import { usePersonsLanguage } from './language.ts';
import { signInPath } from './origin.ts';
import { attempt, PageError } from './page-error.ts';
import { readSession } from './session-cookie.ts';
import { type ReceivedForm, receiveForm } from './uploads/receive-form.ts';
import type { ReceivingPlace } from './uploads/receiving-places.ts';

export type PageResponse = Response | Promise<Response>;

interface UploadPage {
  act(c: PageContext, form: ReceivedForm): Promise<Response>;
  /** Shows the form with the fault: the file did not arrive. */
  refuse(c: PageContext, fault: PageError): Promise<Response>;
}

/**
 * Registers pages that need a session, and a role with the permission. All pages with data are registered here.
 * Who lacks the permission gets 403 before anything of the request is read or looked up.
 */
export type PagesFor = (permission: Permission) => SignedInPages;

export interface SignedInPages {
  get(path: string, show: (c: PageContext) => PageResponse): void;
  /** A form; it must come from a page of the dashboard in the same session. */
  post(
    path: string,
    act: (c: PageContext, form: Form) => PageResponse,
    limits?: { readonly maxBytes: number },
  ): void;
  /** The same for a form with a file in the field `list`, which goes to the disk. */
  upload(path: string, page: UploadPage): void;
}

export function signedInPages(app: Hono<DashboardEnvironment>, deps: DashboardDeps): PagesFor {
  return (permission) => pagesFor(app, deps, permission);
}

function pagesFor(
  app: Hono<DashboardEnvironment>,
  deps: DashboardDeps,
  permission: Permission,
): SignedInPages {
  const enter = async (c: PageContext) => {
    if (!(await identify(c, deps))) return false;
    const { person } = c.get('identity');
    obeyRateLimit(person.id, deps);
    checkPermission(person, permission);
    return true;
  };
  return {
    get(path, show) {
      app.get(path, async (c) =>
        (await enter(c)) ? show(c) : c.redirect(signInPath(c.req.url), 303),
      );
    },
    post(path, act, limits) {
      app.post(path, async (c) => {
        checkOrigin(c, deps);
        if (!(await enter(c))) return c.redirect('/sign-in', 303);
        const form = await readForm(c, limits?.maxBytes);
        checkCsrf(c.get('session'), form.text('csrf'));
        return act(c, form);
      });
    },
    upload(path, { act, refuse }) {
      app.post(path, async (c) => {
        checkOrigin(c, deps);
        if (!(await enter(c))) return c.redirect('/sign-in', 303);
        const admitted = await attempt(async () => deps.uploads.admit(c.get('identity').team.id));
        if (!admitted.ok) return refuse(c, admitted.fault);
        const place = admitted.value;
        try {
          const received = await attempt(() => receiveUpload(c, deps, place));
          if (!received.ok) return await refuse(c, received.fault);
          const form = received.value;
          place.complete();
          return await act(c, form).finally(() => form.close());
        } finally {
          place.leave();
        }
      });
    },
  };
}

/** Refuses a wrong token as soon as it arrives, which is before the file. */
async function receiveUpload(
  c: PageContext,
  { uploads: { folder }, clock }: DashboardDeps,
  place: ReceivingPlace,
): Promise<ReceivedForm> {
  const session = c.get('session');
  const form = await receiveForm(c, {
    maxBytes: MAX_LIST_BYTES,
    folder,
    place,
    clock,
    fileField: 'list',
    check: (name, value) => {
      if (name === 'csrf') checkCsrf(session, value);
    },
  });
  try {
    checkCsrf(session, form.text('csrf'));
    return form;
  } catch (error) {
    await form.close();
    throw error;
  }
}

/** Finds who asks, by the session. */
export async function identify(c: PageContext, deps: DashboardDeps): Promise<boolean> {
  const session = readSession(c, deps);
  const identity = session && (await resumeSession(deps.service, session));
  if (!session || !identity) return false;
  const teams = await deps.service.store.people.findTeams(identity.person.id);
  c.set('session', session);
  c.set('identity', identity);
  await usePersonsLanguage(c);
  c.set('teams', teams);
  c.set('zone', (await deps.service.store.people.preferences(identity.person.id)).zone);
  c.set('problems', deps.service.verifier.problems());
  return true;
}

/** Each person has the limit that a team has by the API: nobody's script keeps their team out. */
function obeyRateLimit(personId: string, { rateLimiter }: DashboardDeps): void {
  const limit = rateLimiter?.(`person ${personId}`);
  if (!limit || limit.allowed) return;
  const headers = { 'Retry-After': String(limit.retryAfter) };
  throw new PageError(429, message('errorTexts.too_many_requests'), headers);
}

/** Reads for a page that many rows make up, in the turn of its team. */
export function inReadTurn<T>(
  c: PageContext,
  { reads }: DashboardDeps['service'],
  work: (pause: Pause) => Promise<T>,
): Promise<T> {
  return reads.run({ teamId: c.get('identity').team.id, work, signal: c.req.raw.signal });
}

/** What was done, which the page says when it is shown again. */
export function doneOf(
  c: PageContext,
  texts: Readonly<Record<string, PlainMessageId>>,
): string | undefined {
  const id = texts[c.req.query('done') ?? ''];
  return id && c.get('text')(id);
}

/** The id in the path. */
export function pathId(c: PageContext): string {
  return c.req.param('id') ?? '';
}

/** The page number of a list, from 1. */
export function parsePage(c: PageContext): number {
  const text = c.req.query('page') ?? '1';
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new PageError(404, message('errorTexts.no_such_page'));
}

/** Of a table: more would be a long way on a phone. */
export const ROWS_A_PAGE = 20;

/** A page's rows and one more, which shows whether there is a next page. */
export function toPageRows(page: number): { limit: number; skip: number } {
  return { limit: ROWS_A_PAGE + 1, skip: (page - 1) * ROWS_A_PAGE };
}
