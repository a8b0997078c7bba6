import { type Html, html } from '../../lib/html.ts';
import type { AuditAction, AuditEntry } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { moment, paging, table } from './parts.ts';

interface AuditView {
  readonly entries: readonly AuditEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  key_created: 'created the key',
  key_revoked: 'revoked the key',
  person_joined: 'joined',
  person_invited: 'invited',
  invitation_withdrawn: 'withdrew the invitation of',
  person_removed: 'removed',
  made_owner: 'made owner',
  made_member: 'made member',
  password_changed: 'changed the password of',
  password_link_created: 'created a password link for',
  signed_in: 'signed in from',
  sign_in_failed: 'failed to sign in from',
  list_uploaded: 'uploaded the list',
  list_started: 'started the list',
  list_renamed: 'renamed a list to',
  list_moved: 'moved the list to another folder:',
  list_shared: 'shared the report of',
  list_unshared: 'revoked a link to the report of',
  list_downloaded: 'downloaded the list',
  list_cancelled: 'cancelled the list',
  list_retried: 'retried the list',
  list_retries_planned: 'planned to check undecided addresses again in the list',
  list_retries_ended: 'ended the planned checks of the list',
  list_deleted: 'deleted the list',
  webhook_created: 'created the webhook',
  webhook_secret_rotated: 'replaced the secret of the webhook',
  webhook_enabled: 'enabled the webhook',
  webhook_disabled: 'disabled the webhook',
  webhook_deleted: 'deleted the webhook',
  suppressions_added: 'added to the suppression list',
  suppressions_imported: 'imported to the suppression list',
  suppressions_removed: 'removed from the suppression list',
  suppressions_exported: 'downloaded the suppression list',
  results_replayed: 'corrected by the rules of today:',
};

export function auditPage(c: PageContext, { entries, page, hasMore }: AuditView): Html {
  return insidePage(c, {
    title: 'Activity log',
    current: '/audit',
    body: html`<p class="faint">Sign-ins and changes of keys, webhooks, people, lists and suppressions, newest first.</p>
      ${table({
        caption:
          'Sign-ins and changes of keys, webhooks, people, lists and suppressions, newest first',
        columns: ['When', 'Who', 'Action', 'Subject'],
        rows: entries.map(({ at, actor, action, subject }) => [
          moment(at),
          html`<span class="address">${actor}</span>`,
          ACTION_NAMES[action],
          html`<span class="address">${subject}</span>`,
        ]),
        empty: 'No entry yet.',
      })}
      ${paging({ path: '/audit', page, hasMore })}`,
  });
}
