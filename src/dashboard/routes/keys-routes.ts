import { createKey, revokeTeamKey, teamKeys } from '../../service/keys.ts';
import type { DashboardDeps } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { keysPage } from '../pages/keys-page.ts';
import { takeNewKey, writeNewKey } from '../session-cookie.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';

const DONE: Readonly<Record<string, string>> = {
  revoked: 'The key is revoked.',
};

export function keysRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service } = deps;
  pages.get('/keys', async (c) => {
    const keys = await teamKeys(service, c.get('identity'));
    return c.html(
      keysPage(c, { keys, created: takeNewKey(c, deps), done: DONE[c.req.query('done') ?? ''] }),
    );
  });
  pages.post('/keys', async (c, form) => {
    const identity = c.get('identity');
    const request = { label: form.text('label'), actor: identity.person.email };
    const tried = await attempt(() => createKey(service, identity.team, request));
    if (tried.ok) {
      writeNewKey(c, deps, tried.value.key);
      return c.redirect('/keys', 303);
    }
    const keys = await teamKeys(service, identity);
    const { status, message } = tried.fault;
    return c.html(keysPage(c, { keys, label: request.label, fault: message }), status);
  });
  pages.post('/keys/:id/revoke', async (c) => {
    await revokeTeamKey(service, c.get('identity'), pathId(c));
    return c.redirect('/keys?done=revoked', 303);
  });
}
