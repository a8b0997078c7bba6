/** Lists of the command line: what of them the service of the same machine knows. */

import { VERDICTS } from '../../contract/verdict.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { message } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { FoundJob, JobList, JobListResults } from '../../service/lists/job-lists.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { PageError } from '../page-error.ts';
import {
  inReadTurn,
  parsePage,
  pathId,
  ROWS_A_PAGE,
  type SignedInPages,
  toPageRows,
} from '../signed-in.ts';
import { insidePage } from './layout.ts';
import { addressText, breakable, moment, paging, table, verdictBadge } from './parts.ts';

/** Lists of the command line. */
export function jobsRoutes(pages: SignedInPages, { service, findJob }: DashboardDeps): void {
  pages.get('/jobs', async (c) => {
    const page = parsePage(c);
    const reports = service.store.reports(c.get('identity').team.id);
    const rows = toPageRows(page);
    const jobs = await inReadTurn(c, service, () => reports.jobLists(rows));
    const hasMore = jobs.length > ROWS_A_PAGE;
    return c.html(jobsPage(c, { jobs: jobs.slice(0, ROWS_A_PAGE), page, hasMore }));
  });
  pages.get('/jobs/:id', async (c) => {
    const reports = service.store.reports(c.get('identity').team.id);
    const results = await inReadTurn(c, service, () => reports.jobList(pathId(c)));
    if (!results) throw new PageError(404, message('errorTexts.nothing_here'));
    // Only now is it known that the job is of this team.
    return c.html(jobPage(c, results, findJob?.(results.list.id)));
  });
}

interface JobsView {
  readonly jobs: readonly JobList[];
  readonly page: number;
  readonly hasMore: boolean;
}

function jobsPage(c: PageContext, { jobs, page, hasMore }: JobsView): Html {
  const text = c.get('text');
  return insidePage(c, {
    title: text('lists.of_command_line'),
    current: '/lists',
    body: html`<p class="faint">${text('lists.command_line_intro')}</p>
      ${jobTable(text, jobs)}
      ${paging(text, { path: '/jobs', page, hasMore })}`,
  });
}

/** The newest of them, on the page of all lists; nothing without any. */
export function jobsSection(
  text: Texts,
  { jobs, hasMore }: Pick<JobsView, 'jobs' | 'hasMore'>,
): Html {
  if (jobs.length === 0) return NOTHING;
  return html`<section aria-labelledby="jobs">
    <h2 id="jobs">${text('lists.of_command_line')}</h2>
    <p class="faint">${text('lists.command_line_intro')}</p>
    ${jobTable(text, jobs)}
    ${hasMore ? html`<p><a href="/jobs">${text('lists.all_of_command_line')}</a></p>` : NOTHING}
  </section>`;
}

function jobTable(text: Texts, jobs: readonly JobList[]): Html {
  return table({
    caption: text('lists.of_command_line'),
    columns: [
      text('common.name'),
      text('common.state'),
      text('common.addresses'),
      text('lists.answered'),
      text('common.created'),
    ],
    rows: jobs.map((job) => [
      html`<a href="/jobs/${job.id}">${addressText(job.name)}</a>`,
      jobBadge(text, job),
      text.number(job.totalCount),
      text.number(job.processedCount),
      moment(job.createdAt, text),
    ]),
    empty: text('lists.no_job'),
  });
}

const STATES = {
  waiting: ['pending', 'lists.unfinished'],
  completed: ['completed', 'common.completed'],
  cancelled: ['cancelled', 'common.cancelled'],
} as const satisfies Readonly<Record<JobList['status'], readonly [string, PlainMessageId]>>;

function jobBadge(text: Texts, { status }: JobList): Html {
  const [kind, name] = STATES[status];
  return html`<span class="badge ${kind}">${text(name)}</span>`;
}

function jobPage(
  c: PageContext,
  { list, verdicts }: JobListResults,
  found: FoundJob | undefined,
): Html {
  const text = c.get('text');
  const { id, name, totalCount, processedCount, createdAt } = list;
  const code = () => html`<code>${id}</code>`;
  return insidePage(c, {
    title: name,
    current: '/lists',
    body: html`<section class="card" aria-labelledby="counts">
        <h2 id="counts" class="unseen">${text('lists.results')}</h2>
        <p>${jobBadge(text, list)} <span class="faint">${text.rich('batches.created_at', { time: moment(createdAt, text) })}</span></p>
        <p>${text('lists.answered_of', { count: processedCount, total: totalCount })}</p>
        <ul class="summary" aria-label="${text('batches.results')}">
          ${VERDICTS.map((verdict) => html`<li>${verdictBadge(text, verdict)} <strong>${text.number(verdicts[verdict])}</strong></li>`)}
        </ul>
        <p class="faint">${text.rich('batches.identifier', { code })}</p>
      </section>
      <section aria-labelledby="where">
        <h2 id="where">${text('lists.where_results_are')}</h2>
        ${whereResultsAre(text, list, found)}
      </section>`,
  });
}

/** Files that are there, or the command that goes on with the list, or writes one. */
function whereResultsAre(text: Texts, { id, status }: JobList, found: FoundJob | undefined): Html {
  const files = found?.written ?? [];
  const written =
    files.length === 0
      ? NOTHING
      : html`<p>${text('lists.results_in_file')}</p>
    <ul>${files.map((path) => html`<li><code translate="no">${breakable(path)}</code></li>`)}</ul>`;
  if (status !== 'completed') {
    return html`${written}<p>${text('lists.go_on_in_terminal')}</p>${command(`mailvet batch resume ${id}`)}`;
  }
  if (files.length > 0) return written;
  return html`<p>${text('lists.write_in_terminal')}</p>${command(`mailvet batch resume ${id} -o results.csv`)}`;
}

function command(line: string): Html {
  return html`<pre tabindex="0" translate="no"><code>${line}</code></pre>`;
}
