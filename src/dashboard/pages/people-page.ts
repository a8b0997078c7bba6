import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PasswordLink } from '../../service/people/change-password.ts';
import type { InvitationLink } from '../../service/people/invitations.ts';
import type { TeamPeople } from '../../service/people/people.ts';
import type { Invitation, Person, Role } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, type SecretLink, secretLink, success, table } from './parts.ts';

export interface PeopleView extends TeamPeople {
  /** The invitation just made, with its link. */
  readonly invited?: (InvitationLink & { readonly link: SecretLink }) | undefined;
  /** The password link just made. */
  readonly passwordLink?: (PasswordLink & { readonly link: SecretLink }) | undefined;
  readonly email?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

const ROLE_NAMES: Readonly<Record<Role, string>> = { owner: 'Owner', member: 'Member' };

/** Members see who is in the team; owners change it. */
export function peoplePage(c: PageContext, view: PeopleView): Html {
  const isOwner = c.get('identity').person.role === 'owner';
  return insidePage(c, {
    title: 'People',
    current: '/people',
    body: html`${success(view.done)}${view.invited ? invitationLink(view.invited) : NOTHING}
      ${view.passwordLink ? passwordLink(view.passwordLink) : NOTHING}
      ${isOwner ? inviteForm(c, view) : failure(view.fault)}
      <section aria-labelledby="people">
        <h2 id="people">In the team</h2>
        ${table({
          caption: 'People of the team',
          columns: ['E-mail address', 'Role', 'Joined', ...(isOwner ? ['Change'] : [])],
          rows: view.people.map((person) => [
            html`<span class="address">${person.email}</span>${selfMark(c, person)}`,
            ROLE_NAMES[person.role],
            moment(person.createdAt),
            ...(isOwner ? [memberActions(c, person, view.people)] : []),
          ]),
          empty: '',
        })}
      </section>
      ${isOwner && view.invitations.length > 0 ? invitations(c, view.invitations) : NOTHING}`,
  });
}

function invitationLink({ email, link, expiresAt }: InvitationLink & { link: SecretLink }): Html {
  return html`<section class="card highlight" aria-labelledby="link">
    <h2 id="link">The invitation of ${email}</h2>
    <p>Send this link: it works once, until ${moment(expiresAt)}, and is not shown again.</p>
    ${secretLink(link)}
  </section>`;
}

function passwordLink({ email, link, expiresAt }: PasswordLink & { link: SecretLink }): Html {
  return html`<section class="card highlight" aria-labelledby="link">
    <h2 id="link">A new password for ${email}</h2>
    <p>Send this link: it works once, until ${moment(expiresAt)}, and is not shown again.</p>
    ${secretLink(link)}
  </section>`;
}

function inviteForm(c: PageContext, { email = '', fault }: PeopleView): Html {
  return html`<section class="card" aria-labelledby="invite">
    <h2 id="invite">Invite a person</h2>
    ${failure(fault)}
    <form method="post" action="/people/invitations" class="line">
      ${csrfField(c)}
      <div class="field grow">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" value="${email}" maxlength="320" required
          autocomplete="off" />
      </div>
      <div class="field">
        <label for="role">Role</label>
        <select id="role" name="role">
          <option value="member">Member</option>
          <option value="owner">Owner</option>
        </select>
      </div>
      <button class="main">Invite</button>
    </form>
  </section>`;
}

function selfMark(c: PageContext, { id }: Person): Html {
  return id === c.get('identity').person.id ? html` <span class="faint">you</span>` : NOTHING;
}

/** None for the only owner: a team keeps one. */
function memberActions(c: PageContext, person: Person, people: readonly Person[]): Html {
  const owners = people.filter(({ role }) => role === 'owner');
  const isOnly = person.role === 'owner' && owners.length === 1;
  return isOnly ? html`<span class="faint">the only owner</span>` : changeForms(c, person);
}

function changeForms(c: PageContext, { id, email, role }: Person): Html {
  const other: Role = role === 'owner' ? 'member' : 'owner';
  return html`<div class="actions">
    <form method="post" action="/people/${id}/role">
      ${csrfField(c)}<input type="hidden" name="role" value="${other}" />
      <button aria-label="Make ${email} ${other}">Make ${other}</button>
    </form>
    ${id === c.get('identity').person.id ? NOTHING : passwordLinkForm(c, { id, email })}
    <form method="post" action="/people/${id}/remove"
      data-confirm="Remove ${email} from the team? They are signed out at once.">
      ${csrfField(c)}<button class="danger" aria-label="Remove ${email}">Remove</button>
    </form>
  </div>`;
}

function passwordLinkForm(c: PageContext, { id, email }: Pick<Person, 'id' | 'email'>): Html {
  return html`<form method="post" action="/people/${id}/password-link">
    ${csrfField(c)}<button aria-label="Create a password link for ${email}">Password link</button>
  </form>`;
}

function invitations(c: PageContext, open: readonly Invitation[]): Html {
  return html`<section aria-labelledby="invited">
    <h2 id="invited">Invited</h2>
    ${table({
      caption: 'Open invitations',
      columns: ['E-mail address', 'Role', 'Open until', 'Change'],
      rows: open.map(({ id, email, role, expiresAt }) => [
        html`<span class="address">${email}</span>`,
        ROLE_NAMES[role],
        moment(expiresAt),
        html`<form method="post" action="/people/invitations/${id}/withdraw">
          ${csrfField(c)}<button class="danger" aria-label="Withdraw the invitation of ${email}">Withdraw</button>
        </form>`,
      ]),
      empty: '',
    })}
  </section>`;
}
