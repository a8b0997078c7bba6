import { catalogue } from '../i18n/catalogues/en/catalogue.ts';
import { createTexts } from '../i18n/texts.ts';

/** For pages that do not yet say in which language they speak. */
export const ENGLISH = createTexts('en', catalogue);
