import type { DomainOutcomes } from '../../contract/decode.ts';
import { FLAGS, type KnownFacts } from '../../contract/facts.ts';
import { toKnownFacts } from '../../contract/known-facts.ts';
import { MAX_ADDRESS_LENGTH } from '../../contract/limits.ts';
import { reasonInWords } from '../../formats/words.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { suggestCorrection } from '../../result/on-wire.ts';
import { type Result, type VerifiedAddress, verdictOf } from '../../result/result.ts';
import type { HistoryPosition, VerificationRecord } from '../../service/people/records.ts';
import type { ServiceContext } from '../../service/ports.ts';
import { mapInSlices, type Pause } from '../../service/read-turns.ts';
import {
  type VerifyAddressRequest,
  verifyAddress,
} from '../../service/verifications/verifications.ts';
import { csvDownload, csvLine, RESULT_COLUMNS, resultCells } from '../downloads.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import {
  inReadTurn,
  parsePage,
  ROWS_A_PAGE,
  type SignedInPages,
  toPageRows,
} from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  asSentence,
  breakable,
  failure,
  moment,
  paging,
  reasonWords,
  searchForm,
  table,
  verdictBadge,
} from './parts.ts';

export function verificationsRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  const reports = (c: PageContext) => service.store.reports(c.get('identity').team.id);
  const shown = async (c: PageContext, verified: VerifyView) => {
    const [text, page, before] = [parseSearch(c), parsePage(c), parsePosition(c)];
    const search = { text, page: toPageRows(page), before };
    const { verifications: found, ...rest } = await reports(c).search(search, c.req.raw.signal);
    const verifications = found.slice(0, ROWS_A_PAGE);
    const hasMore = found.length > ROWS_A_PAGE;
    const view = { ...verified, ...rest, verifications, search: text, page, hasMore, before };
    return inReadTurn(c, service, async () => verificationsPage(c, view));
  };
  pages.get('/verifications', async (c) => c.html(await shown(c, {})));
  pages.get('/verify', (c) => c.redirect('/verifications', 303));
  pages.post('/verify', async (c, form) => {
    const request = { email: form.text('email').trim(), noCache: form.text('noCache') !== '' };
    const { email } = request;
    const tried = await attempt(() => verify(c, service, request));
    if (tried.ok) return c.html(await shown(c, { email, result: tried.value }));
    const { fault } = tried;
    return c.html(await shown(c, { email, fault }), fault.status);
  });
  pages.get('/verifications.csv', (c) => {
    const found = reports(c).searchAll(parseSearch(c), c.req.raw.signal);
    const lines = csvLines(found, (work) => inReadTurn(c, service, work));
    return csvDownload('verifications.csv', lines);
  });
}

async function verify(c: PageContext, service: ServiceContext, request: VerifyAddressRequest) {
  const text = c.get('text');
  if (request.email.length > MAX_ADDRESS_LENGTH) {
    throw new PageError(422, text('history.address_too_long', { count: MAX_ADDRESS_LENGTH }));
  }
  return verifyAddress(service, c.get('identity').team, request);
}

type InTurn = (work: (pause: Pause) => Promise<string[]>) => Promise<string[]>;

/**
 * The history, or its matches of a search, newest first, streamed at any length. Each slice waits for the turn of its
 * team, so that other reads of the team come between.
 */
async function* csvLines(
  found: AsyncIterable<readonly VerificationRecord[]>,
  inTurn: InTurn,
): AsyncGenerator<string> {
  yield csvLine(['email', ...RESULT_COLUMNS, 'verifiedAt', 'detail']);
  for await (const some of found) {
    yield (await inTurn((pause) => mapInSlices(some, pause, csvRow))).join('');
  }
}

function csvRow({ email, result, at }: VerificationRecord): string {
  return csvLine([email, ...resultCells(result, verdictOf(result)), isoTime(at), result.reason]);
}

/** Where a search that stopped at its bound continues, from the link of the page before. */
function parsePosition(c: PageContext): HistoryPosition | undefined {
  const [, at, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(c.req.query('before') ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), seq: Number(seq) };
}

function parseSearch(c: PageContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 320);
}

interface VerificationsView extends VerifyView {
  readonly verifications: readonly VerificationRecord[];
  readonly search: string;
  readonly page: number;
  readonly hasMore: boolean;
  /** Where the search began; absent: at the newest. */
  readonly before?: HistoryPosition | undefined;
  /** Where the search stopped at its bound. */
  readonly next?: HistoryPosition | undefined;
  /** Of older ones those are shown whose address is the text, or whose domain begins with it. */
  readonly hasOlderBeginnings?: boolean | undefined;
}

function verificationsPage(c: PageContext, view: VerificationsView): Html {
  const text = c.get('text');
  const { verifications, search, page, hasMore, before, next } = view;
  const query: Record<string, string> = search === '' ? {} : { search };
  const paged = before ? { ...query, before: toCursor(before) } : query;
  return insidePage(c, {
    title: text('history.title'),
    current: '/verifications',
    body: html`<section class="card" aria-labelledby="verify">
        <h2 id="verify" class="unseen">${text('history.verify_address')}</h2>
        ${verifyForm(c, view)}
      </section>
      ${view.result ? verifiedAddress(c, view.result) : NOTHING}
      <section aria-labelledby="history">
      <h2 id="history">${text('history.everything_checked')}</h2>
      ${searchForm(text, { action: '/verifications', search })}
      <p><a href="/verifications.csv?${String(new URLSearchParams(query))}" download>${text('common.download_csv')}</a></p>
      ${table({
        caption: text('history.caption'),
        columns: [
          text('common.address'),
          text('common.verdict'),
          text('common.reason'),
          text('common.score'),
          text('common.when'),
        ],
        rows: verifications.map((each) => row(text, each)),
        empty: emptyText(text, view),
      })}
      ${next ? cutOff(text, view, next) : ''}
      ${paging(text, { path: '/verifications', page, hasMore, query: paged })}
      </section>`,
  });
}

function emptyText(text: Texts, { search, next }: VerificationsView): string {
  if (search === '') return text('history.none');
  return text(next ? 'history.none_so_far' : 'history.none_matching');
}

function toCursor({ at, seq }: HistoryPosition): string {
  return `${at}.${seq}`;
}

function cutOff(
  text: Texts,
  { search, hasOlderBeginnings }: VerificationsView,
  next: HistoryPosition,
): Html {
  const query = new URLSearchParams({ search, before: toCursor(next) });
  const time = moment(next.at, text);
  const link = (inside: Parameters<typeof html>[1]) =>
    html`<a href="/verifications?${String(query)}">${inside}</a>`;
  const said = hasOlderBeginnings
    ? text.rich('history.cut_off_beginnings', { time, link, search })
    : text.rich('history.cut_off', { time, link });
  return html`<p class="notice" role="status">${said}</p>`;
}

function row(text: Texts, verification: VerificationRecord): (Html | string)[] {
  const { email, result, at } = verification;
  const { verdict, reason } = verdictOf(result);
  return [
    addressText(email),
    verdictBadge(text, verdict),
    reasonWords(text, reason, result.reason),
    String(result.facts.score),
    moment(at, text),
  ];
}

/** Verifying one address by hand: the form, and what was found. */
interface VerifyView {
  readonly email?: string;
  readonly result?: VerifiedAddress | undefined;
  readonly fault?: PageError | undefined;
}

function verifyForm(c: PageContext, { email = '', fault }: VerifyView): Html {
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
function verifiedAddress(c: PageContext, { email, result }: VerifiedAddress): Html {
  const text = c.get('text');
  const { verdict, reason } = verdictOf(result);
  const suggestion = suggestCorrection(email);
  const known: KnownFacts = toKnownFacts<KnownFacts>(result.facts, result.reason);
  return html`<section class="card result" aria-labelledby="result" tabindex="-1" autofocus>
    <h2 id="result" class="address">${breakable(email)}</h2>
    <p>${verdictBadge(text, verdict)} ${asSentence(reasonWords(text, reason, result.reason))}</p>
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
