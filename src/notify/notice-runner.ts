/**
 * Sends notices over a mail server. One that fails is tried again for a day, as messages of webhooks are; a
 * refusal of its recipient ends it. The Message-ID is the notice's: sent once more after a crash, it is known.
 */

import { createTransport, type Transporter } from 'nodemailer';
import { VERDICTS } from '../contract/verdict.ts';
import { findLanguage } from '../i18n/languages.ts';
import { textLoader } from '../i18n/load-texts.ts';
import { series, type Texts } from '../i18n/texts.ts';
import { domainOf } from '../lib/address-parts.ts';
import { backoffDelay } from '../lib/backoff.ts';
import { html } from '../lib/html.ts';
import { sha256 } from '../lib/sha256.ts';
import { type WakeableSleep, wakeableSleep } from '../lib/wakeable-sleep.ts';
import type { ClaimedNotice, NoticeData, NoticeType } from '../service/notices/records.ts';
import type { EventContext } from '../service/ports.ts';
import { BACKOFF, SEND_WITHIN_MS } from './webhook-runner.ts';

interface NoticeRunnerDeps extends EventContext {
  readonly random: () => number;
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  /** Whom the mails are from. */
  readonly from: string;
  readonly publicUrl: string | undefined;
}

const LOOK_EVERY_MS = 2000;
const LEASE_MS = 60_000;
const AT_ONCE = 10;
const SMTP_MS = 20_000;

export class NoticeRunner {
  readonly #deps: NoticeRunnerDeps;
  readonly #transport: Transporter;
  readonly #texts = textLoader();
  readonly #sleep: WakeableSleep;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(deps: NoticeRunnerDeps) {
    this.#deps = deps;
    this.#sleep = wakeableSleep(deps.clock);
    const limits = { connectionTimeout: SMTP_MS, greetingTimeout: SMTP_MS, socketTimeout: SMTP_MS };
    this.#transport = createTransport({
      url: deps.smtpUrl,
      ...limits,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service is stopping'));
    await this.#loop;
    this.#transport.close();
  }

  /** Sends what is due. */
  async look(): Promise<void> {
    const { store, clock } = this.#deps;
    const time = { now: clock.now(), leaseMs: LEASE_MS };
    const claimed = await store.notices.claim(AT_ONCE, time);
    await Promise.all(claimed.map((notice) => this.#sendFresh(notice)));
  }

  async #work(): Promise<void> {
    const { observe } = this.#deps;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look().catch((error) => observe?.({ event: 'worker_error', error }));
      await this.#sleep.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    }
  }

  /** What is older was written while no mail server was configured, or none took it for a day. */
  async #sendFresh(notice: ClaimedNotice): Promise<void> {
    const { store, clock } = this.#deps;
    const isStale = clock.now() > notice.createdAt + SEND_WITHIN_MS;
    await (isStale ? store.notices.record(notice, null) : this.#send(notice));
  }

  async #send(notice: ClaimedNotice): Promise<void> {
    const { store, from, publicUrl, observe } = this.#deps;
    const { id, type, to } = notice;
    const text = await this.#texts(findLanguage(notice.language ?? 'en') ?? 'en');
    const host = domainOf(from).split('>', 1)[0];
    const messageId = `<${sha256(id).slice(0, 40)}@${host}>`;
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await this.#transport.sendMail({
        from,
        to: { name: '', address: to },
        messageId,
        headers,
        ...noticeText(text, notice, publicUrl),
      });
      await store.notices.record(notice, null);
      observe?.({ event: 'notice_sent', type });
    } catch (error) {
      const nextAt = this.#nextTry(notice, error);
      await store.notices.record(notice, nextAt);
      observe?.({ event: 'notice_refused', type, error: reasonOf(error), isLast: nextAt === null });
    }
  }

  #nextTry({ attempts, createdAt }: ClaimedNotice, error: unknown): number | null {
    const { clock, random } = this.#deps;
    const { responseCode = 0, command = '' } = error as SmtpError;
    // The recipient, or the message itself, is refused for ever.
    if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return null;
    const nextAt = clock.now() + backoffDelay(BACKOFF, attempts, random());
    return nextAt > createdAt + SEND_WITHIN_MS ? null : nextAt;
  }
}

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly code?: string;
}

/** Without what was sent: a password may be in it. */
function reasonOf(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError;
  return [code ?? 'error', command, responseCode].filter((part) => part !== undefined).join(' ');
}

/** A mail in words. */
interface NoticeText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a notice says, as plain text and as HTML. `publicUrl`: where people reach the dashboard. */
function noticeText(
  text: Texts,
  { type, data }: ClaimedNotice,
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
    lines: [text('mail.done_rows', { name, safe, count: rows }), series(text, counts)],
  };
}
