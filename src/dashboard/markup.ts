import { html } from 'hono/html';

/** HTML in which every interpolated value is escaped. */
export type Markup = ReturnType<typeof html>;

export const NOTHING: Markup = html``;
