import { KEY_SCOPES } from '../../contract/key-scopes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { endOfDay } from '../../lib/utc-day.ts';
import { PeopleError } from '../../service/service-error.ts';
import { createKey, revokeTeamKey, teamKeys } from '../../service/teams/keys.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt } from '../page-error.ts';
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
    const { person, team } = c.get('identity');
    const filled = readKeyForm(form);
    const tried = await attempt(async () => {
      const { label, scopes } = filled;
      const expiresAt = expiryOf(c, filled);
      return createKey(service, team, { label, scopes, expiresAt, actor: person.email });
    });
    if (tried.ok) {
      writeNewKey(c, deps, tried.value.key);
      return c.redirect('/keys', 303);
    }
    const { status, text: fault } = tried.fault;
    return c.html(await shown(c, { filled, fault }), status);
  });
  pages.post('/keys/:id/revoke', async (c) => {
    await revokeTeamKey(service, c.get('identity'), pathId(c));
    return c.redirect('/keys?done=revoked', 303);
  });
}

/** A form without the choice of scopes, from a script say, means all of them. */
function readKeyForm(form: Form): KeyForm {
  const isChosen = (scope: string) => form.text(`scope_${scope}`) !== '';
  const scopes = form.text('scopes') === 'chosen' ? KEY_SCOPES.filter(isChosen) : KEY_SCOPES;
  return { label: form.text('label'), scopes, lastDay: form.text('last_day') };
}

function expiryOf(c: PageContext, { lastDay }: KeyForm): number | null {
  if (lastDay === '') return null;
  const end = endOfDay(lastDay);
  if (end === undefined) throw new PeopleError('refused', c.get('text')('keys.write_day'));
  return end;
}
