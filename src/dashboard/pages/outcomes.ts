import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { renewAddress, setSigningKey } from '../../service/outcomes/provider-reports.ts';
import {
  PROVIDERS,
  type ProviderAddress,
  type ProviderName,
  type StoredOutcome,
} from '../../service/outcomes/records.ts';
import { notFound } from '../../service/service-error.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { linkBase } from '../origin.ts';
import { attempt, type PageError } from '../page-error.ts';
import { type NewAddress, takeNewAddress, writeNewAddress } from '../session-cookie.ts';
import { doneOf, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  breakable,
  failure,
  moment,
  momentOr,
  secretLink,
  success,
  table,
} from './parts.ts';

const LATEST = 100;

const DONE: Readonly<Record<string, PlainMessageId>> = {
  created: 'outcomes.done_created',
  key: 'outcomes.done_key',
};

/** An address lets others hand in outcomes, which decide verdicts: it is for owners. */
export function outcomesRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service } = deps;
  const shown = async (c: PageContext, more: Partial<OutcomesView> = {}) => {
    const { id } = c.get('identity').team;
    const outcomes = service.store.outcomes(id);
    const [addresses, latest, count] = await Promise.all([
      service.store.providerAddresses.list(id),
      outcomes.latest(LATEST),
      outcomes.count(),
    ]);
    return outcomesPage(c, { addresses, latest, count, base: linkBase(deps), ...more });
  };
  pages.get('/outcomes', async (c) => {
    return c.html(await shown(c, { created: takeNewAddress(c, deps), done: doneOf(c, DONE) }));
  });
  pages.post('/outcomes/:provider', async (c) => {
    const provider = providerOf(c);
    const token = await renewAddress(service, c.get('identity').team.id, provider);
    writeNewAddress(c, deps, { provider, token });
    return c.redirect('/outcomes?done=created', 303);
  });
  pages.post('/outcomes/:provider/key', async (c, form) => {
    const { id: teamId } = c.get('identity').team;
    const key = { teamId, provider: providerOf(c), signingKey: form.text('key') };
    const tried = await attempt(() => setSigningKey(service, key));
    if (tried.ok) return c.redirect('/outcomes?done=key', 303);
    const { fault } = tried;
    return c.html(await shown(c, { fault }), fault.status);
  });
}

function providerOf(c: PageContext): ProviderName {
  const named = PROVIDERS.find((provider) => provider === c.req.param('provider'));
  if (named === undefined) throw notFound();
  return named;
}

interface OutcomesView {
  readonly addresses: readonly ProviderAddress[];
  /** One that was created just now: its token is shown this once. */
  readonly created?: NewAddress | undefined;
  /** Where the service is reached, without a slash at the end. */
  readonly base: string;
  readonly latest: readonly StoredOutcome[];
  /** All of the team. */
  readonly count: number;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

const NAMES: Readonly<Record<ProviderName, string>> = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
};

/** Those whose signatures need a key of the account. */
const WITH_KEY: ReadonlySet<ProviderName> = new Set(['sendgrid', 'mailgun']);

/** Where providers report what became of mail, and what came. */
function outcomesPage(c: PageContext, view: OutcomesView): Html {
  const text = c.get('text');
  const { count, latest, fault, done } = view;
  return insidePage(c, {
    title: text('outcomes.title'),
    current: '/outcomes',
    body: html`${success(done)}${failure(text, fault)}
      <p>${text('outcomes.intro')}</p>
      <section aria-labelledby="addresses">
        <h2 id="addresses">${text('outcomes.addresses')}</h2>
        <p>${text('outcomes.addresses_intro')}</p>
        ${PROVIDERS.map((provider) => providerCard(c, provider, view))}
      </section>
      <section aria-labelledby="came">
        <h2 id="came">${text('outcomes.came', { count })}</h2>
        ${table({
          caption: text('outcomes.caption'),
          columns: [
            text('outcomes.read_at'),
            text('outcomes.outcome'),
            text('outcomes.domain'),
            text('outcomes.happened'),
            text('outcomes.reply'),
            text('outcomes.source'),
          ],
          rows: latest.map((outcome) => outcomeRow(text, outcome)),
          empty: text('outcomes.none'),
        })}
      </section>`,
  });
}

function providerCard(c: PageContext, provider: ProviderName, view: OutcomesView): Html {
  const text = c.get('text');
  const name = NAMES[provider];
  const address = view.addresses.find((one) => one.provider === provider);
  return html`<section class="card" aria-labelledby="provider-${provider}">
    <h3 id="provider-${provider}" translate="no">${name}</h3>
    <p class="faint">${text(`outcomes.hint_${provider}`)}</p>
    ${address ? existing(c, address, view) : NOTHING}
    <form method="post" action="/outcomes/${provider}"
      ${address ? html`data-confirm="${text('outcomes.confirm_renew', { provider: name })}"` : NOTHING}>
      ${csrfField(c)}
      <button id="create-${provider}" class="${address ? 'danger' : 'main'}" aria-labelledby="create-${provider} provider-${provider}">
        ${text(address ? 'outcomes.renew' : 'outcomes.create')}</button>
    </form>
  </section>`;
}

function existing(c: PageContext, address: ProviderAddress, { created, base }: OutcomesView): Html {
  const text = c.get('text');
  const { provider, reportedAt, outcomes } = address;
  const reported =
    reportedAt === null
      ? text('outcomes.never')
      : text.rich('outcomes.reported', { time: moment(reportedAt, text), count: outcomes });
  const shown =
    created?.provider === provider ? newAddress(text, provider, { ...created, base }) : undefined;
  return html`${shown ?? html`<p>${text('outcomes.address_hidden')}</p>`}
    ${WITH_KEY.has(provider) ? keyForm(c, address) : NOTHING}
    <p>${reported}</p>`;
}

function newAddress(
  text: Texts,
  provider: ProviderName,
  { token, base }: { readonly token: string; readonly base: string },
): Html {
  const path = `/api/v1/outcomes/${provider}?token=${token}`;
  const own = {
    id: `address-${provider}`,
    label: text('outcomes.address_of', { provider: NAMES[provider] }),
  };
  return html`<p>${text('outcomes.copy_now')}</p>
    ${secretLink(text, { path, url: `${base}${path}`, own })}`;
}

/** The key that is there is not shown again. */
function keyForm(c: PageContext, { provider, signingKey }: ProviderAddress): Html {
  const text = c.get('text');
  const label = text('outcomes.key_of', { provider: NAMES[provider] });
  return html`<form method="post" action="/outcomes/${provider}/key" class="line">
    ${csrfField(c)}
    <div class="field grow">
      <label for="key-${provider}">${label}</label>
      <input id="key-${provider}" name="key" type="password" maxlength="1000" required
        autocomplete="off" aria-describedby="key-hint-${provider}" />
    </div>
    <button>${text('outcomes.save_key')}</button>
    <p class="hint" id="key-hint-${provider}">
      ${text(signingKey === null ? 'outcomes.key_missing' : 'outcomes.key_known')}</p>
  </form>`;
}

function outcomeRow(text: Texts, outcome: StoredOutcome): (Html | string)[] {
  const { learnedAt, domain, at, code, status, reply, source } = outcome;
  const said = reply ?? [code, status].filter((one) => one !== null).join(' ');
  return [
    moment(learnedAt, text),
    text(`outcomes.kind_${outcome.outcome}`),
    addressText(domain),
    html`${momentOr(at, text('outcomes.unknown_time'), text)}`,
    said && html`<span translate="no">${breakable(said)}</span>`,
    source ? html`<span translate="no">${breakable(source)}</span>` : '',
  ];
}
