import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: 'Aktivitätsprotokoll',
  caption:
    'Anmeldungen und Änderungen an Schlüsseln, Webhooks, Personen, Listen und Sperrliste, neueste zuerst',
  who: 'Wer',
  action: 'Aktion',
  subject: 'Gegenstand',
  none: 'Noch kein Eintrag.',
};
