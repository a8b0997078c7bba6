import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PasswordLink } from '../../service/people/change-password.ts';
import type { InvitationLink } from '../../service/people/invitations.ts';
import type { TeamPeople } from '../../service/people/people.ts';
import type { Invitation, Person, Role } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
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
  /** The invitation just made, with its link. */
  readonly invited?: (InvitationLink & { readonly link: SecretLink }) | undefined;
  /** The password link just made. */
  readonly passwordLink?: (PasswordLink & { readonly link: SecretLink }) | undefined;
  readonly email?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

/** Members see who is in the team; owners change it. */
export function peoplePage(c: PageContext, view: PeopleView): Html {
  const text = c.get('text');
  const isOwner = c.get('identity').person.role === 'owner';
  return insidePage(c, {
    title: text('people.title'),
    current: '/people',
    body: html`${success(view.done)}${view.invited ? invitationLink(text, view.invited) : NOTHING}
      ${view.passwordLink ? passwordLink(text, view.passwordLink) : NOTHING}
      ${isOwner ? inviteForm(c, view) : failure(text, view.fault)}
      <section aria-labelledby="people">
        <h2 id="people">${text('people.in_team')}</h2>
        ${table({
          caption: text('people.caption'),
          columns: [
            text('common.email'),
            text('people.role'),
            text('people.joined'),
            ...(isOwner ? [text('common.change')] : []),
          ],
          rows: view.people.map((person) => [
            html`${addressText(person.email)}${selfMark(c, person)}`,
            text(`people.${person.role}`),
            moment(person.createdAt, text),
            ...(isOwner ? [memberActions(c, person, view.people)] : []),
          ]),
          empty: '',
        })}
      </section>
      ${isOwner && view.invitations.length > 0 ? invitations(c, view.invitations) : NOTHING}`,
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
function memberActions(c: PageContext, person: Person, people: readonly Person[]): Html {
  const owners = people.filter(({ role }) => role === 'owner');
  const isOnly = person.role === 'owner' && owners.length === 1;
  return isOnly
    ? html`<span class="faint alone">${c.get('text')('people.only_owner')}</span>`
    : changeForms(c, person);
}

function changeForms(c: PageContext, { id, email, role }: Person): Html {
  const text = c.get('text');
  const other: Role = role === 'owner' ? 'member' : 'owner';
  return html`<div class="actions">
    <form method="post" action="/people/${id}/role">
      ${csrfField(c)}<input type="hidden" name="role" value="${other}" />
      <button aria-label="${text('people.make_role_label', { email, role: other })}">${text(`people.make_${other}`)}</button>
    </form>
    ${id === c.get('identity').person.id ? NOTHING : passwordLinkForm(c, { id, email })}
    <form method="post" action="/people/${id}/remove"
      data-confirm="${text('people.confirm_remove', { email })}">
      ${csrfField(c)}<button class="danger" aria-label="${text('people.remove_person', { email })}">${text('common.remove')}</button>
    </form>
  </div>`;
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
