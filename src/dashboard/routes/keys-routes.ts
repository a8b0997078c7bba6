import { KEY_SCOPES } from '../../contract/key-scopes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { endOfDay } from '../../lib/utc-day.ts';
import { createTeamKey, revokeTeamKey, teamKeys } from '../../service/teams/keys.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { type KeyForm, type KeysView, keysPage } from '../pages/keys-page.ts';
import { takeNewKey, writeNewKey } from '../session-cookie.ts';
import { doneOf, pathId, type SignedInPages } from '../signed-in.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  revoked: 'keys.done_revoked',
};

export function keysRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service, clock } = deps;
  const shown = async (c: PageContext, more: Partial<KeysView>) => {
    const keys = await teamKeys(service, c.get('identity'));
    return keysPage(c, { keys, now: clock.now(), ...more });
  };
  pages.get('/keys', async (c) =>
    c.html(await shown(c, { created: takeNewKey(c, deps), done: doneOf(c, DONE) })),
  );
  pages.post('/keys', async (c, form) => {
    const filled = readKeyForm(form);
    const tried = await attempt(async () => {
      const { label, scopes } = filled;
      const expiresAt = expiryOf(c, filled);
      return createTeamKey(service, c.get('identity'), { label, scopes, expiresAt });
    });
    if (tried.ok) {
      writeNewKey(c, deps, tried.value.key);
      return c.redirect('/keys', 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { filled, fault }), fault.status);
  });
  pages.post('/keys/:id/revoke', async (c) => {
    await revokeTeamKey(service, c.get('identity'), pathId(c));
    return c.redirect('/keys?done=revoked', 303);
  });
}

function readKeyForm(form: Form): KeyForm {
  const scopes = KEY_SCOPES.filter((scope) => form.text(`scope_${scope}`) !== '');
  return { label: form.text('label'), scopes, lastDay: form.text('last_day') };
}

function expiryOf(c: PageContext, { lastDay }: KeyForm): number | null {
  if (lastDay === '') return null;
  const end = endOfDay(lastDay);
  if (end === undefined) throw new PageError(422, c.get('text')('keys.write_day'));
  return end;
}
