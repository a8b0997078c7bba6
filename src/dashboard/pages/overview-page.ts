import { FLAGS } from '../../contract/facts.ts';
import { judge } from '../../contract/verdict.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted } from '../../lib/wording.ts';
import type { StoredVerification } from '../../service/records.ts';
import type { Usage } from '../../service/teams.ts';
import type { PageContext } from '../environment.ts';
import { dayChart } from './chart.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success, verdictBadge } from './parts.ts';
import { whyWords } from './verdict-words.ts';

interface Overview {
  readonly usage: Usage;
  readonly email?: string;
  readonly result?: StoredVerification | undefined;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function overviewPage(c: PageContext, overview: Overview): Html {
  const { usage, done } = overview;
  return insidePage(c, {
    title: 'Overview',
    current: '/',
    body: html`${success(done)}
      <section class="card" aria-labelledby="verify">
        <h2 id="verify">Verify an address</h2>
        ${verifyForm(c, overview)}
      </section>
      <section class="card" aria-labelledby="quota">
        <h2 id="quota">Usage in ${monthName(usage.month)}</h2>
        ${quota(usage)}
      </section>
      <section class="card" aria-labelledby="days">
        <h2 id="days">Verifications by day</h2>
        <p class="faint">The last ${usage.days.length} days (UTC), answers from the cache included.</p>
        ${dayChart(usage.days)}
      </section>`,
  });
}

function verifyForm(c: PageContext, { email = '', result, fault }: Overview): Html {
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
    </form>
    ${result ? verified(result) : NOTHING}`;
}

function verified({ detail, ...result }: StoredVerification): Html {
  const { verdict, reason } = judge({ result });
  return html`<div class="result" role="status">
    <p class="address">${result.email}</p>
    <p>${verdictBadge(verdict)} ${whyWords(reason, detail)}</p>
    <dl class="facts">
      <div><dt>Score</dt><dd>${result.score} of 100</dd></div>
      ${FLAGS.map(({ name, label }) => html`<div><dt>${label}</dt><dd>${result[name] ? 'yes' : 'no'}</dd></div>`)}
    </dl>
  </div>`;
}

function quota({ used, quota: most }: Usage): Html {
  if (most === null) {
    return html`<p><strong class="figure">${counted(used)}</strong> ${used === 1 ? 'verification' : 'verifications'} this month, no limit</p>`;
  }
  const left = Math.max(0, most - used);
  return html`<p><strong class="figure">${counted(used)}</strong> of ${counted(most)} used,
      ${counted(left)} left</p>
    <progress value="${Math.min(used, most)}" max="${Math.max(most, 1)}" aria-label="Quota used"></progress>`;
}

function monthName(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', format);
}
