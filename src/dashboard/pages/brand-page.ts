import { type Html, html, NOTHING } from '../../lib/html.ts';
import { LONGEST_BRAND_NAME } from '../../service/teams/brand.ts';
import { LOGO_TYPES } from '../../service/teams/brand-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success } from './parts.ts';

interface BrandView {
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

/** The team's own name and logo. */
export function brandPage(c: PageContext, { fault, done }: BrandView): Html {
  const text = c.get('text');
  const { team } = c.get('identity');
  const brand = c.get('brand');
  return insidePage(c, {
    title: text('brand.title'),
    current: '/brand',
    body: html`${success(done)}${failure(text, fault)}
      <p>${text('brand.intro')}</p>
      <form method="post" action="/brand" enctype="multipart/form-data" class="card">
        ${csrfField(c)}
        <label for="name">${text('brand.name')}</label>
        <input id="name" name="name" value="${brand?.name ?? ''}" maxlength="${LONGEST_BRAND_NAME}" autocomplete="off" aria-describedby="name-hint" />
        <p class="hint" id="name-hint">${text('brand.name_hint', { team: team.name })}</p>
        ${brand?.hasLogo ? presentLogo(c, brand.changedAt) : NOTHING}
        <label for="logo">${text('brand.logo')}</label>
        <input id="logo" name="list" type="file" accept="${LOGO_TYPES.join(',')}" aria-describedby="logo-hint" />
        <p class="hint" id="logo-hint">${text('brand.logo_hint')}</p>
        <button class="main" data-busy="${text('brand.saving')}">${text('brand.save')}</button>
      </form>`,
  });
}

function presentLogo(c: PageContext, changedAt: number): Html {
  const text = c.get('text');
  return html`<p><img src="/brand/logo?v=${changedAt}" alt="${text('brand.present_logo')}" height="64" /></p>
    <label class="check"><input type="checkbox" name="remove" value="yes" /> ${text('brand.remove_logo')}</label>`;
}
