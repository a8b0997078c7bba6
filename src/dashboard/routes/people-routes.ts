import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { openMemberPasswordLink } from '../../service/people/change-password.ts';
import { invitePerson, withdrawInvitation } from '../../service/people/invitations.ts';
import { changeRole, listAudit, listPeople, removePerson } from '../../service/people/people.ts';
import { ROLES } from '../../service/people/people-ports.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { auditPage } from '../pages/audit-page.ts';
import { type PeopleView, peoplePage } from '../pages/people-page.ts';
import { linkBase } from '../request-origin.ts';
import { doneOf, type PagesFor, parsePage, pathId, toPageRows } from '../signed-in.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  changed: 'people.done_changed',
  removed: 'people.done_removed',
  withdrawn: 'people.done_withdrawn',
};
const ENTRIES_A_PAGE = 50;

export function peopleRoutes(pagesFor: PagesFor, deps: DashboardDeps): void {
  const { service, clock } = deps;
  const managing = pagesFor('manage_people');
  const shown = async (c: PageContext, more: Partial<PeopleView>) => {
    const team = await listPeople(service, c.get('identity'));
    return peoplePage(c, { ...team, now: clock.now(), ...more });
  };
  pagesFor('people').get('/people', async (c) => c.html(await shown(c, { done: doneOf(c, DONE) })));
  managing.post('/people/invitations', async (c, form) => {
    const wanted = { email: form.text('email'), role: parseRole(form) };
    const { person, team } = c.get('identity');
    const inviter = { teamId: team.id, actor: person.email };
    const tried = await attempt(() => invitePerson(service, inviter, wanted));
    if (!tried.ok) {
      const { fault } = tried;
      return c.html(await shown(c, { email: wanted.email, fault }), fault.status);
    }
    const path = `/invitation?token=${tried.value.secret}`;
    const link = { path, url: linkBase(deps) + path };
    return c.html(await shown(c, { invited: { ...tried.value, link } }));
  });
  managing.post('/people/invitations/:id/withdraw', async (c) => {
    await withdrawInvitation(service, c.get('identity'), pathId(c));
    return c.redirect('/people?done=withdrawn', 303);
  });
  managing.post('/people/:id/password-link', async (c) => {
    const made = await openMemberPasswordLink(service, c.get('identity'), pathId(c));
    const path = `/reset-password?token=${made.secret}`;
    const link = { path, url: linkBase(deps) + path };
    return c.html(await shown(c, { passwordLink: { ...made, link } }));
  });
  managing.post('/people/:id/role', (c, form) =>
    change(c, 'changed', () =>
      changeRole(service, c.get('identity'), { personId: pathId(c), role: parseRole(form) }),
    ),
  );
  managing.post('/people/:id/remove', (c) =>
    change(c, 'removed', () => removePerson(service, c.get('identity'), pathId(c))),
  );
  pagesFor('audit').get('/audit', async (c) => {
    const page = parsePage(c);
    const found = await listAudit(service, c.get('identity'), toPageRows(page, ENTRIES_A_PAGE));
    const entries = found.slice(0, ENTRIES_A_PAGE);
    return c.html(auditPage(c, { entries, page, hasMore: found.length > ENTRIES_A_PAGE }));
  });

  async function change(c: PageContext, done: string, work: () => Promise<void>) {
    const tried = await attempt(work);
    if (tried.ok) return c.redirect(`/people?done=${done}`, 303);
    return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
  }
}

function parseRole(form: Form) {
  const role = ROLES.find((name) => name === form.text('role'));
  if (!role) throw new PageError(422, 'Unknown role');
  return role;
}
