import { type Html, html } from '../../lib/html.ts';
import type { AuditEntry } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { addressText, moment, paging, table } from './parts.ts';

interface AuditView {
  readonly entries: readonly AuditEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

export function auditPage(c: PageContext, { entries, page, hasMore }: AuditView): Html {
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
          addressText(actor),
          text(`auditActions.${action}`),
          addressText(subject),
        ]),
        empty: text('audit.none'),
      })}
      ${paging(text, { path: '/audit', page, hasMore })}`,
  });
}
