import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { message } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  type InvitationLink,
  invitePerson,
  withdrawInvitation,
} from '../../service/people/invitations.ts';
import {
  changeRole,
  isPermitted,
  listAudit,
  listPeople,
  PERMISSIONS,
  type Permission,
  removePerson,
  scopesOf,
  type TeamPeople,
} from '../../service/people/people.ts';
import {
  type AuditEntry,
  COMMAND_LINE,
  type Invitation,
  type Person,
  ROLES,
  type Role,
  WATCH,
} from '../../service/people/records.ts';
import { openMemberPasswordLink, type PasswordLink } from '../../service/people/sign-in.ts';
import type { KeyRecord } from '../../service/records.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { linkBase } from '../origin.ts';
import { attempt, PageError } from '../page-error.ts';
import { doneOf, type PagesFor, parsePage, pathId, ROWS_A_PAGE, toPageRows } from '../signed-in.ts';
import { labelText } from './keys.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  failure,
  moment,
  paging,
  type SecretLink,
  secretLink,
  success,
  table,
} from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  changed: 'people.done_changed',
  removed: 'people.done_removed',
  withdrawn: 'people.done_withdrawn',
};
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
    const found = await listAudit(service, c.get('identity'), toPageRows(page));
    const entries = found.slice(0, ROWS_A_PAGE);
    return c.html(auditPage(c, { entries, page, hasMore: found.length > ROWS_A_PAGE }));
  });

  async function change(c: PageContext, done: string, work: () => Promise<void>) {
    const tried = await attempt(work);
    if (tried.ok) return c.redirect(`/people?done=${done}`, 303);
    return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
  }
}

function parseRole(form: Form) {
  const role = ROLES.find((name) => name === form.text('role'));
  if (!role) throw new PageError(422, message('errorTexts.unknown_choice'));
  return role;
}

interface PeopleView extends TeamPeople {
  readonly now: number;
  /** The invitation just made, with its link. */
  readonly invited?: (InvitationLink & { readonly link: SecretLink }) | undefined;
  /** The password link just made. */
  readonly passwordLink?: (PasswordLink & { readonly link: SecretLink }) | undefined;
  readonly email?: string;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

function peoplePage(c: PageContext, view: PeopleView): Html {
  const text = c.get('text');
  const isManager = isPermitted(c.get('identity').person.role, 'manage_people');
  return insidePage(c, {
    title: text('people.title'),
    current: '/people',
    body: html`${success(view.done)}${view.invited ? invitationLink(text, view.invited) : NOTHING}
      ${view.passwordLink ? passwordLink(text, view.passwordLink) : NOTHING}
      ${isManager ? inviteForm(c, view) : failure(text, view.fault)}
      <section aria-labelledby="people">
        <h2 id="people">${text('people.in_team')}</h2>
        ${table({
          caption: text('people.caption'),
          columns: [
            text('common.email'),
            text('people.role'),
            text('people.joined'),
            ...(isManager ? [text('common.change')] : []),
          ],
          rows: view.people.map((person) => [
            html`${addressText(person.email)}${selfMark(c, person)}`,
            text(`people.${person.role}`),
            moment(person.createdAt, text),
            ...(isManager ? [memberActions(c, person, view)] : []),
          ]),
          empty: '',
        })}
      </section>
      ${isManager && view.invitations.length > 0 ? invitations(c, view.invitations) : NOTHING}
      ${rolesTable(text)}`,
  });
}

function invitationLink(
  text: Texts,
  { email, link, expiresAt }: InvitationLink & { link: SecretLink },
): Html {
  return html`<section class="card highlight" aria-labelledby="link">
    <h2 id="link">${text('people.invitation_for', { email })}</h2>
    <p>${text.rich('people.send_link', { time: moment(expiresAt, text) })}</p>
    ${secretLink(text, link)}
  </section>`;
}

function passwordLink(
  text: Texts,
  { email, link, expiresAt }: PasswordLink & { link: SecretLink },
): Html {
  return html`<section class="card highlight" aria-labelledby="link">
    <h2 id="link">${text('people.new_password_for', { email })}</h2>
    <p>${text.rich('people.send_link', { time: moment(expiresAt, text) })}</p>
    ${secretLink(text, link)}
  </section>`;
}

function inviteForm(c: PageContext, { email = '', fault }: PeopleView): Html {
  const text = c.get('text');
  return html`<section class="card" aria-labelledby="invite">
    <h2 id="invite">${text('people.invite_title')}</h2>
    ${failure(text, fault)}
    <form method="post" action="/people/invitations" class="line">
      ${csrfField(c)}
      <div class="field grow">
        <label for="email">${text('common.email')}</label>
        <input id="email" name="email" type="email" value="${email}" maxlength="320" required
          autocomplete="off" />
      </div>
      <div class="field">
        <label for="role">${text('people.role')}</label>
        <select id="role" name="role">
          <option value="member">${text('people.member')}</option>
          <option value="owner">${text('people.owner')}</option>
        </select>
      </div>
      <button class="main">${text('people.invite')}</button>
    </form>
  </section>`;
}

function selfMark(c: PageContext, { id }: Person): Html {
  return id === c.get('identity').person.id
    ? html` <span class="faint">${c.get('text')('people.you')}</span>`
    : NOTHING;
}

/** None for the only owner: a team keeps one. */
function memberActions(c: PageContext, person: Person, view: PeopleView): Html {
  const owners = view.people.filter(({ role }) => role === 'owner');
  const isOnly = person.role === 'owner' && owners.length === 1;
  return isOnly
    ? html`<span class="faint alone">${c.get('text')('people.only_owner')}</span>`
    : changeForms(c, person, view);
}

function changeForms(c: PageContext, { id, email, role }: Person, view: PeopleView): Html {
  const text = c.get('text');
  const other: Role = role === 'owner' ? 'member' : 'owner';
  const keys = openKeysOf(view, email);
  const allowed = scopesOf(other);
  const lost = keys.filter(({ scopes }) => scopes.some((scope) => !allowed.includes(scope))).length;
  const confirm =
    lost === 0
      ? NOTHING
      : html`data-confirm="${text('people.confirm_make_member', { email, count: lost })}"`;
  return html`<div class="actions">
    <form method="post" action="/people/${id}/role" ${confirm}>
      ${csrfField(c)}<input type="hidden" name="role" value="${other}" />
      <button aria-label="${text('people.make_role_label', { email, role: other })}">${text(`people.make_${other}`)}</button>
    </form>
    ${id === c.get('identity').person.id ? NOTHING : passwordLinkForm(c, { id, email })}
    <form method="post" action="/people/${id}/remove"
      data-confirm="${text('people.confirm_remove', { email, count: keys.length })}">
      ${csrfField(c)}<button class="danger" aria-label="${text('people.remove_person', { email })}">${text('common.remove')}</button>
    </form>
  </div>`;
}

/** The keys that stop working when the person is removed. */
function openKeysOf({ keys, now }: PeopleView, email: string): KeyRecord[] {
  return keys.filter(
    ({ createdBy, revokedAt, expiresAt }) =>
      createdBy === email && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
}

/** What each role may do, by the table that pages, forms and keys are checked by. */
function rolesTable(text: Texts): Html {
  const permissions = Object.keys(PERMISSIONS) as Permission[];
  return html`<details class="card">
    <summary><h2>${text('people.roles')}</h2></summary>
    ${table({
      caption: text('people.roles'),
      columns: [text('people.permission'), ...ROLES.map((role) => text(`people.${role}`))],
      rows: permissions.map((permission) => [
        text(`people.may_${permission}`),
        ...ROLES.map((role) => text(isPermitted(role, permission) ? 'people.yes' : 'people.no')),
      ]),
      empty: '',
    })}
  </details>`;
}

function passwordLinkForm(c: PageContext, { id, email }: Pick<Person, 'id' | 'email'>): Html {
  const text = c.get('text');
  return html`<form method="post" action="/people/${id}/password-link">
    ${csrfField(c)}<button aria-label="${text('people.reset_password_of', { email })}">${text('people.reset_password')}</button>
  </form>`;
}

function invitations(c: PageContext, open: readonly Invitation[]): Html {
  const text = c.get('text');
  return html`<section aria-labelledby="invited">
    <h2 id="invited">${text('people.invited')}</h2>
    ${table({
      caption: text('people.open_invitations'),
      columns: [
        text('common.email'),
        text('people.role'),
        text('people.open_until'),
        text('common.change'),
      ],
      rows: open.map(({ id, email, role, expiresAt }) => [
        addressText(email),
        text(`people.${role}`),
        moment(expiresAt, text),
        html`<form method="post" action="/people/invitations/${id}/withdraw">
          ${csrfField(c)}<button class="danger" aria-label="${text('people.withdraw_of', { email })}">${text('people.withdraw')}</button>
        </form>`,
      ]),
      empty: '',
    })}
  </section>`;
}

interface AuditView {
  readonly entries: readonly AuditEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

function auditPage(c: PageContext, { entries, page, hasMore }: AuditView): Html {
  const text = c.get('text');
  return insidePage(c, {
    title: text('audit.title'),
    current: '/audit',
    body: html`<p class="faint">${text('audit.caption')}</p>
      ${table({
        caption: text('audit.caption'),
        columns: [
          text('common.when'),
          text('audit.who'),
          text('audit.action'),
          text('audit.subject'),
        ],
        rows: entries.map(({ at, actor, action, subject }) => [
          moment(at, text),
          actorText(text, actor),
          text(`auditActions.${action}`),
          addressText(labelText(text, subject)),
        ]),
        empty: text('audit.none'),
      })}
      ${paging(text, { path: '/audit', page, hasMore })}`,
  });
}

function actorText(text: Texts, actor: string): Html | string {
  if (actor === COMMAND_LINE) return text('keys.by_command_line');
  return actor === WATCH ? text('audit.by_watch') : addressText(actor);
}
