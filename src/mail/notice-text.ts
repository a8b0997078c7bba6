import { VERDICTS } from '../contract/verdict.ts';
import { html } from '../lib/html.ts';
import { counted, plural } from '../lib/wording.ts';
import type { NoticeData, NoticeType } from '../service/notices/notice-ports.ts';

/** A mail in words. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a notice says, as plain text and as HTML. `publicUrl`: where people reach the dashboard. */
export function noticeText(
  type: NoticeType,
  data: NoticeData,
  publicUrl: string | undefined,
): NoticeText {
  const { subject, lines } = wordsOf(type, data);
  const link = publicUrl === undefined ? undefined : `${publicUrl}/lists/${data.listId}`;
  const why = `You get this mail because of your settings in mailvet, team ${data.team}.`;
  const settings = publicUrl === undefined ? '' : ` Change them: ${publicUrl}/account`;
  const text = [...lines, ...(link ? ['', link] : []), '', `${why}${settings}`, ''].join('\n');
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#16191d">
${lines.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
${link ? html`<p style="margin:20px 0"><a href="${link}" style="background:#0f766e;color:#fff;padding:10px 18px;border-radius:7px;text-decoration:none">Open the list</a></p>` : ''}
<p style="color:#5b636d;font-size:13px">${why}${settings}</p>
</body></html>
`;
  return { subject, text, html: String(page) };
}

function wordsOf(type: NoticeType, data: NoticeData): { subject: string; lines: string[] } {
  const { name, rows, verdicts, error } = data;
  if (type === 'list.failed') {
    const why = error ?? 'an error of the service';
    return {
      subject: `${name} could not be verified`,
      lines: [`${name} could not be verified: ${why}.`, 'Results that are there stay.'],
    };
  }
  if (type === 'list.paused') {
    return {
      subject: `${name} is paused: the month's verifications are used up`,
      lines: [
        `${name} is paused: your team has used this month's verifications.`,
        'It continues next month, or when an owner raises the quota.',
      ],
    };
  }
  const counts = VERDICTS.map((verdict) => `${verdict}: ${counted(verdicts[verdict])}`);
  return {
    subject: `${name}: ${counted(verdicts.deliverable)} safe to send`,
    lines: [
      `${name} is verified. Safe to send to: ${counted(verdicts.deliverable)} of ${plural(rows, 'row')}.`,
      counts.join(', '),
    ],
  };
}
