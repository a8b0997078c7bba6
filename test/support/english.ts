import { catalogue } from '../../src/i18n/english/catalogue.ts';
import { createTexts } from '../../src/i18n/texts.ts';

/** English texts, for what needs the texts of a reader. */
export const english = createTexts('en', catalogue);
