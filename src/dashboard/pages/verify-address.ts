/** Verifying one address by hand: the form, and what was found. */

import { explainReason } from '../../contract/explanations.ts';
import { FLAGS } from '../../contract/facts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { StoredVerification } from '../../service/records.ts';
import {
  reasonOfDetail,
  suggestCorrection,
  withDetail,
} from '../../service/verifications/detail.ts';
import { judgeStored } from '../../service/verifications/judge-stored.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';
import { failure, moment, verdictBadge } from './parts.ts';
import { whyWords } from './verdict-words.ts';

export interface VerifyView {
  readonly email?: string;
  readonly result?: StoredVerification | undefined;
  readonly fault?: string | undefined;
}

export function verifyForm(c: PageContext, { email = '', fault }: VerifyView): Html {
  return html`${failure(fault)}
    <form method="post" action="/verify" class="line">
      ${csrfField(c)}
      <div class="field grow">
        <label for="address">E-mail address</label>
        <input id="address" name="email" value="${email}" maxlength="1000" autocomplete="off"
          autocapitalize="none" spellcheck="false" inputmode="email" required />
      </div>
      <button class="main" data-busy="Verifying…">Verify</button>
      <label class="check"><input type="checkbox" name="noCache" value="yes" /> Ignore cached result</label>
    </form>`;
}

/** The focus goes to it: what was asked for is read, and scrolled to, first. */
export function verifiedAddress(c: PageContext, verification: StoredVerification): Html {
  const { detail, ...result } = verification;
  const { verdict, reason } = judgeStored(result, detail);
  const suggestion = suggestCorrection(result.email);
  return html`<section class="card result" aria-labelledby="result" tabindex="-1" autofocus>
    <h2 id="result" class="address">${result.email}</h2>
    <p>${verdictBadge(verdict)} ${sentence(whyWords(reason, detail))}</p>
    <p class="faint">${explainReason(reason, reasonOfDetail(detail)).advice}</p>
    ${suggestion ? suggested(c, suggestion) : NOTHING}
    <dl class="facts">
      ${fact('Score', `${result.score} of 100`)}
      ${FLAGS.map(({ name, label }) => fact(label, result[name] ? 'yes' : 'no'))}
    </dl>
    ${evidence(verification)}
  </section>`;
}

function suggested(c: PageContext, address: string): Html {
  return html`<form method="post" action="/verify" class="suggested">
    ${csrfField(c)}<input type="hidden" name="email" value="${address}" />
    <span>Did you mean</span> <button data-busy="Verifying…"><span class="address">${address}</span>?</button>
  </form>`;
}

/** What the result rests on; nothing for results of an older version. */
function evidence(verification: StoredVerification): Html {
  const { detail } = withDetail(verification, verification.detail);
  if (!detail) return NOTHING;
  const { provider, mxHost, egress, reply, checkedAt, cached, attempts, retryAfter } = detail;
  const said = reply && [reply.code, reply.enhanced, reply.text].filter((part) => part !== null);
  const checked = html`${moment(Date.parse(checkedAt))}${cached ? ' (cached)' : ''}`;
  return html`<dl class="evidence">
    ${provider ? fact('Mail provider', provider) : NOTHING}
    ${mxHost ? fact('Mail host', mxHost) : NOTHING}
    ${egress ? fact('Egress', egress) : NOTHING}
    ${said ? fact('Reply', said.join(' ')) : NOTHING}
    ${fact('Checked', checked)}
    ${attempts === null ? NOTHING : fact('SMTP sessions', String(attempts))}
    ${retryAfter === null ? NOTHING : fact('Verify again after', moment(Date.parse(retryAfter)))}
  </dl>`;
}

function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd class="address">${value}</dd></div>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
