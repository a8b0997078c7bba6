import { readSync } from 'node:fs';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { MAX_LOGO_BYTES, setBrand } from '../../service/teams/brand.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, type PageError } from '../page-error.ts';
import { brandPage } from '../pages/brand-page.ts';
import { doneOf, type PagesFor } from '../signed-in.ts';
import type { ReceivedForm } from '../uploads/received-form.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = { saved: 'brand.done_saved' };

/** The team's own name and logo: owners set them, everybody of the team sees them. */
export function brandRoutes(pagesFor: PagesFor, { service }: DashboardDeps): void {
  const pages = pagesFor('brand');
  pages.get('/brand', (c) => {
    return c.html(brandPage(c, { done: doneOf(c, DONE) }));
  });
  pagesFor('account').get('/brand/logo', async (c) => {
    const logo = await service.store.brands(c.get('identity').team.id).logo();
    if (!logo) return c.redirect('/assets/icon.svg', 303);
    return c.body(Buffer.from(logo.base64, 'base64'), 200, {
      'Content-Type': logo.type,
      'Cache-Control': 'private, max-age=86400',
    });
  });
  const refuse = async (c: PageContext, { status, text, headers }: PageError) =>
    c.html(brandPage(c, { fault: text }), status, { ...headers });
  pages.upload('/brand', {
    async act(c, form) {
      const tried = await attempt(async () => {
        const logo = logoOf(form);
        const brand = { name: form.text('name'), isLogoRemoved: form.text('remove') === 'yes' };
        await setBrand(service, c.get('identity'), { ...brand, logo });
      });
      if (!tried.ok) return refuse(c, tried.fault);
      return c.redirect('/brand?done=saved', 303);
    },
    refuse,
  });
}

/** One byte more than is taken, so that what is too large is found. */
function logoOf({ file }: ReceivedForm): Uint8Array | undefined {
  if (!file || file.size === 0) return undefined;
  const bytes = new Uint8Array(Math.min(file.size, MAX_LOGO_BYTES + 1));
  readSync(file.fd, bytes, 0, bytes.length, 0);
  return bytes;
}
