import type { PageError } from '../page-error.ts';
/** Verifying one address by hand: the form, and what was found. */

import { FLAGS, type KnownFacts } from '../../contract/facts.ts';
import { toKnownFacts } from '../../contract/known-facts.ts';
import { reasonInWords } from '../../formats/words.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { suggestCorrection } from '../../result/on-wire.ts';
import {
  type DomainOutcomes,
  type Result,
  type VerifiedAddress,
  verdictOf,
} from '../../result/result.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';
import { breakable, failure, moment, verdictBadge } from './parts.ts';
import { reasonWords } from './verdict-words.ts';

export interface VerifyView {
  readonly email?: string;
  readonly result?: VerifiedAddress | undefined;
  readonly fault?: PageError | undefined;
}

export function verifyForm(c: PageContext, { email = '', fault }: VerifyView): Html {
  const text = c.get('text');
  return html`${failure(text, fault)}
    <form method="post" action="/verify" class="line">
      ${csrfField(c)}
      <div class="field grow">
        <label for="address">${text('common.email')}</label>
        <input id="address" name="email" value="${email}" maxlength="1000" autocomplete="off"
          autocapitalize="none" spellcheck="false" inputmode="email" required />
      </div>
      <button class="main" data-busy="${text('history.verifying')}">${text('history.verify')}</button>
      <label class="check"><input type="checkbox" name="noCache" value="yes" /> ${text('history.check_again')}</label>
    </form>`;
}

/** The focus goes to it: what was asked for is read, and scrolled to, first. */
export function verifiedAddress(c: PageContext, { email, result }: VerifiedAddress): Html {
  const text = c.get('text');
  const { verdict, reason } = verdictOf(result);
  const suggestion = suggestCorrection(email);
  const known: KnownFacts = toKnownFacts<KnownFacts>(result.facts, result.reason);
  return html`<section class="card result" aria-labelledby="result" tabindex="-1" autofocus>
    <h2 id="result" class="address">${breakable(email)}</h2>
    <p>${verdictBadge(text, verdict)} ${sentence(reasonWords(text, reason, result.reason))}</p>
    <p class="faint">${reasonInWords(text, reason, result.reason).advice}</p>
    ${suggestion ? suggested(c, suggestion) : NOTHING}
    <dl class="facts">
      ${fact(text('common.score'), text('history.score_of', { score: result.facts.score }))}
      ${FLAGS.map(({ name }) => fact(text(`flags.${name}`), factWord(text, known[name])))}
    </dl>
    ${evidenceList(text, result)}
  </section>`;
}

/** A dash for what nobody looked up. */
function factWord(text: Texts, known: boolean | undefined): string {
  return known === undefined ? '—' : text(known ? 'history.yes' : 'history.no');
}

function suggested(c: PageContext, address: string): Html {
  const text = c.get('text');
  return html`<form method="post" action="/verify" class="suggested">
    ${csrfField(c)}<input type="hidden" name="email" value="${address}" />
    <span>${text('history.did_you_mean')}</span> <button data-busy="${text('history.verifying')}"><span class="address">${address}</span>?</button>
  </form>`;
}

/** What the result rests on. */
function evidenceList(text: Texts, { evidence, checkedAt, cached }: Result): Html {
  const { provider, mxHost, egress, reply, attempts, retryAfter, domainOutcomes } = evidence;
  const said = reply && [reply.code, reply.enhanced, reply.text].filter((part) => part !== null);
  const time = moment(checkedAt, text);
  const checked = cached ? html`${text.rich('history.cached', { time })}` : time;
  return html`<dl class="evidence">
    ${provider ? fact(text('history.provider'), provider) : NOTHING}
    ${mxHost ? fact(text('history.mail_server'), mxHost) : NOTHING}
    ${egress ? fact(text('history.sending_ip'), egress) : NOTHING}
    ${said ? fact(text('history.reply'), said.join(' ')) : NOTHING}
    ${domainOutcomes ? fact(text('history.domain_outcomes'), outcomesText(text, domainOutcomes)) : NOTHING}
    ${fact(text('history.checked'), checked)}
    ${attempts === null ? NOTHING : fact(text('history.attempts'), String(attempts))}
    ${retryAfter === null ? NOTHING : fact(text('history.verify_again_after'), moment(checkedAt + retryAfter, text))}
  </dl>`;
}

function outcomesText(text: Texts, { delivered, bounced, since }: DomainOutcomes): Html {
  const time = moment(since, text);
  const counts = { delivered, count: delivered + bounced };
  return html`${text.rich('history.domain_outcomes_text', { ...counts, since: time })}`;
}

function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd class="address">${value}</dd></div>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
