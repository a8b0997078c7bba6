import { VERDICTS } from '../contract/verdict.ts';
import type { Texts } from '../i18n/texts.ts';
import { html } from '../lib/html.ts';
import type { ClaimedNotice, NoticeData, NoticeType } from '../service/notices/notice-ports.ts';

/** A mail in words. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a notice says, as plain text and as HTML. `publicUrl`: where people reach the dashboard. */
export function noticeText(
  text: Texts,
  { type, data }: Pick<ClaimedNotice, 'type' | 'data'>,
  publicUrl: string | undefined,
): NoticeText {
  const { subject, lines } = wordsOf(text, type, data);
  const link = publicUrl === undefined ? undefined : `${publicUrl}/lists/${data.listId}`;
  const url = `${publicUrl}/account`;
  const why = text('mail.why_you', { team: data.team });
  const settings = publicUrl === undefined ? '' : ` ${text('mail.change_settings', { url })}`;
  const plain = [...lines, ...(link ? ['', link] : []), '', `${why}${settings}`, ''].join('\n');
  const page = html`<!doctype html>
<html lang="${text.language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#16191d">
${lines.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
${link ? html`<p style="margin:20px 0"><a href="${link}" style="background:#0f766e;color:#fff;padding:10px 18px;border-radius:7px;text-decoration:none">${text('mail.open_list')}</a></p>` : ''}
<p style="color:#5b636d;font-size:13px">${why}${settings}</p>
</body></html>
`;
  return { subject, text: plain, html: String(page) };
}

function wordsOf(
  text: Texts,
  type: NoticeType,
  { name, rows, verdicts, changes }: NoticeData,
): { subject: string; lines: string[] } {
  if (type === 'list.paused') {
    return {
      subject: text('mail.paused', { name }),
      lines: [text('mail.paused_why', { name }), text('mail.paused_until')],
    };
  }
  if (type === 'list.changed' && changes) {
    return {
      subject: text('mail.changed', { name }),
      lines: [text('mail.changed_by', { name, ...changes })],
    };
  }
  const safe = verdicts.deliverable;
  const counts = VERDICTS.map((verdict) =>
    text('mail.verdict_count', { verdict: text(`verdicts.${verdict}`), count: verdicts[verdict] }),
  );
  return {
    subject: text('mail.done', { name, count: safe }),
    lines: [text('mail.done_rows', { name, safe, count: rows }), counts.join(', ')],
  };
}
