import { outcomeWord } from '../../contract/outcomes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { message } from '../../i18n/message.ts';
import { series, type Texts } from '../../i18n/texts.ts';
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
import { tooLarge } from '../form.ts';
import { linkBase } from '../origin.ts';
import { attempt, PageError } from '../page-error.ts';
import { type NewAddress, takeNewAddress, writeNewAddress } from '../session-cookie.ts';
import { doneOf, ROWS_A_PAGE, type SignedInPages } from '../signed-in.ts';
import { type LearnedFile, learnFile, MAX_OUTCOME_FILE } from '../uploads/learn-file.ts';
import type { ReceivedForm } from '../uploads/receive-form.ts';
import { csrfField, insidePage } from './layout.ts';
import { cleanFileName } from './lists.ts';
import {
  addressText,
  breakable,
  failure,
  fileField,
  moment,
  momentOr,
  secretLink,
  success,
  table,
} from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  created: 'outcomes.done_created',
  key: 'outcomes.done_key',
};

/** An address lets others hand in outcomes, which decide verdicts: it is for owners. */
export function outcomesRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service, uploads } = deps;
  const shown = async (c: PageContext, more: Partial<OutcomesView> = {}) => {
    const { id } = c.get('identity').team;
    const outcomes = service.store.outcomes(id);
    const [addresses, latest, count] = await Promise.all([
      service.store.providerAddresses.list(id),
      outcomes.latest(ROWS_A_PAGE),
      outcomes.count(),
    ]);
    return outcomesPage(c, { addresses, latest, count, base: linkBase(deps), ...more });
  };
  pages.get('/outcomes', async (c) => {
    return c.html(await shown(c, { created: takeNewAddress(c, deps), done: doneOf(c, DONE) }));
  });
  const refused = async (c: PageContext, uploadFault: PageError) => {
    const { status, headers } = uploadFault;
    return c.html(await shown(c, { uploadFault }), status, { ...headers });
  };
  pages.upload('/outcomes/upload', {
    async act(c, form) {
      const { id } = c.get('identity').team;
      const tried = await attempt(async () => {
        const file = toFile(form);
        return uploads.inTurn(id, () => learnFile(service, id, file));
      });
      return tried.ok ? c.html(await shown(c, { learned: tried.value })) : refused(c, tried.fault);
    },
    refuse: refused,
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

function toFile({ file }: ReceivedForm) {
  if (!file || file.size === 0) throw new PageError(422, message('errorTexts.choose_bounces'));
  if (file.size > MAX_OUTCOME_FILE) throw tooLarge(MAX_OUTCOME_FILE);
  return { fd: file.fd, name: cleanFileName(file.name) };
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
  /** What was read of a file just now. */
  readonly learned?: LearnedFile;
  /** Of the form that takes a file. */
  readonly uploadFault?: PageError;
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
    body: html`${success(done)}${learnedNotice(text, view.learned)}${failure(text, fault)}
      <p>${text('outcomes.intro')}</p>
      ${uploadCard(c, view)}
      <section aria-labelledby="came">
        <h2 id="came">${text('outcomes.came', { count })}</h2>
        ${table({
          caption: text('outcomes.caption'),
          columns: [
            text('outcomes.domain'),
            text('outcomes.outcome'),
            text('outcomes.happened'),
            text('outcomes.reply'),
            text('outcomes.source'),
            text('outcomes.read_at'),
          ],
          rows: latest.map((outcome) => outcomeRow(text, outcome)),
          empty: text('outcomes.none'),
        })}
        ${count > latest.length ? html`<p class="faint">${text('outcomes.newest', { count: latest.length })}</p>` : NOTHING}
      </section>
      <section aria-labelledby="addresses">
        <h2 id="addresses">${text('outcomes.addresses')}</h2>
        <p>${text('outcomes.addresses_intro')}</p>
        <div class="cards pair">${PROVIDERS.map((provider) => providerCard(c, provider, view))}</div>
      </section>`,
  });
}

/** An export of a mailing tool, or a mailbox of bounces. */
function uploadCard(c: PageContext, { uploadFault }: OutcomesView): Html {
  const text = c.get('text');
  const hint = text('outcomes.upload_hint', { size: text.size(MAX_OUTCOME_FILE) });
  return html`<section class="card" aria-labelledby="upload">
    <h2 id="upload">${text('outcomes.upload_title')}</h2>
    ${failure(text, uploadFault)}
    <form method="post" action="/outcomes/upload" enctype="multipart/form-data" class="line">
      ${csrfField(c)}
      ${fileField(text, { label: text('outcomes.upload_file'), accept: ENDINGS })}
      <button class="main" data-busy="${text('upload.uploading')}">${text('outcomes.upload_send')}</button>
      <p class="hint" id="list-hint">${hint}</p>
    </form>
  </section>`;
}

const ENDINGS = '.csv,.tsv,.txt,.json,.jsonl,.xlsx,.mbox,.eml,.zip,.gz,text/*,message/rfc822';

/** What was read, by what it says. */
function learnedNotice(text: Texts, learned: LearnedFile | undefined): Html {
  if (!learned) return NOTHING;
  const { stored, known, tally } = learned;
  const { kinds, silent, unreadable } = tally;
  const parts = kinds.map(([kind, count]) =>
    text('outcomes.kind_count', { kind: text(`outcomes.kind_${kind}`), count }),
  );
  const rest = [
    silent > 0 ? text('outcomes.silent', { count: silent }) : '',
    unreadable > 0 ? text('outcomes.unreadable', { count: unreadable }) : '',
  ].filter((said) => said !== '');
  return html`<div class="notice good" role="status">
    <p>${text('outcomes.learned', { count: stored, known })}</p>
    ${parts.length === 0 ? NOTHING : html`<p>${series(text, parts)}</p>`}
    ${rest.map((said) => html`<p>${said}</p>`)}
  </div>`;
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
    addressText(domain),
    html`<span class="whole">${text(`outcomes.kind_${outcomeWord(outcome)}`)}</span>`,
    html`${momentOr(at, text('outcomes.unknown_time'), text)}`,
    said && html`<span translate="no">${breakable(said)}</span>`,
    source ? html`<span translate="no">${breakable(source)}</span>` : '',
    moment(learnedAt, text),
  ];
}
