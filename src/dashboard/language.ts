import type { MiddlewareHandler } from 'hono';
import { acceptedLanguage, isLanguage } from '../i18n/languages.ts';
import { textLoader } from '../i18n/load-texts.ts';
import type { DashboardEnvironment, PageContext } from './environment.ts';

/** The texts of requests: in the language that the browser asks for. */
export function browserLanguage(): MiddlewareHandler<DashboardEnvironment> {
  const load = textLoader();
  return async (c, next) => {
    c.set('loadTexts', load);
    c.set('text', await load(acceptedLanguage(c.req.header('Accept-Language'))));
    await next();
  };
}

/** Goes on in the language that the person chose, where they did. */
export async function usePersonsLanguage(c: PageContext): Promise<void> {
  const { language } = c.get('identity').person;
  if (language !== null && isLanguage(language)) c.set('text', await c.get('loadTexts')(language));
}
