import { message } from '../../i18n/message.ts';
import type { DashboardDeps } from '../environment.ts';
import { PageError } from '../page-error.ts';
import { jobPage, jobsPage } from '../pages/job-pages.ts';
import { inReadTurn, parsePage, pathId, type SignedInPages, toPageRows } from '../signed-in.ts';

const JOBS_A_PAGE = 25;

/** Lists of the command line. */
export function jobsRoutes(pages: SignedInPages, { service, findJob }: DashboardDeps): void {
  pages.get('/jobs', async (c) => {
    const page = parsePage(c);
    const reports = service.store.reports(c.get('identity').team.id);
    const rows = toPageRows(page, JOBS_A_PAGE);
    const jobs = await inReadTurn(c, service, () => reports.jobLists(rows));
    const hasMore = jobs.length > JOBS_A_PAGE;
    return c.html(jobsPage(c, { jobs: jobs.slice(0, JOBS_A_PAGE), page, hasMore }));
  });
  pages.get('/jobs/:id', async (c) => {
    const reports = service.store.reports(c.get('identity').team.id);
    const results = await inReadTurn(c, service, () => reports.jobList(pathId(c)));
    if (!results) throw new PageError(404, message('errorTexts.nothing_here'));
    // Only now is it known that the job is of this team.
    return c.html(jobPage(c, results, findJob?.(results.list.id)));
  });
}
