import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: 'Journal d’activité',
  caption:
    'Connexions et modifications des clés, webhooks, membres, listes et exclusions, les plus récentes d’abord',
  who: 'Qui',
  action: 'Action',
  subject: 'Objet',
  none: 'Aucune entrée.',
};
