import { html } from 'hono/html';

/** HTML whose every value was escaped on its way in. */
export type Markup = ReturnType<typeof html>;

export const NOTHING: Markup = html``;
