import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PasswordLink } from '../../service/people/change-password.ts';
import type { InvitationLink } from '../../service/people/invitations.ts';
import type { TeamPeople } from '../../service/people/people.ts';
import {
  type Invitation,
  type Person,
  ROLES,
  type Role,
} from '../../service/people/people-ports.ts';
import { isPermitted, PERMISSIONS, type Permission, scopesOf } from '../../service/people/roles.ts';
import type { KeyRecord } from '../../service/records.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  failure,
  moment,
  type SecretLink,
  secretLink,
  success,
  table,
} from './parts.ts';

export interface PeopleView extends TeamPeople {
  readonly now: number;
  /** The invitation just made, with its link. */
  readonly invited?: (InvitationLink & { readonly link: SecretLink }) | undefined;
  /** The password link just made. */
  readonly passwordLink?: (PasswordLink & { readonly link: SecretLink }) | undefined;
  readonly email?: string;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

export function peoplePage(c: PageContext, view: PeopleView): Html {
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
  return html`<section aria-labelledby="roles">
    <h2 id="roles">${text('people.roles')}</h2>
    ${table({
      caption: text('people.roles'),
      columns: [text('people.permission'), ...ROLES.map((role) => text(`people.${role}`))],
      rows: permissions.map((permission) => [
        text(`people.may_${permission}`),
        ...ROLES.map((role) => text(isPermitted(role, permission) ? 'people.yes' : 'people.no')),
      ]),
      empty: '',
    })}
  </section>`;
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
