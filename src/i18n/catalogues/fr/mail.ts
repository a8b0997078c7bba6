import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} est en pause : les vérifications du mois sont épuisées',
  paused_why: '{name} est en pause : votre équipe a utilisé les vérifications de ce mois.',
  paused_until: 'Elle reprend le mois prochain, ou quand un propriétaire relève le quota.',
  done: '{name} : {count, plural, one {# ligne sûre} other {# lignes sûres}}',
  done_rows:
    'La liste {name} est vérifiée. Envoi sûr : {safe, number} sur {count, plural, one {# ligne} other {# lignes}}.',
  changed: '{name} a changé',
  changed_by:
    '{name} a été vérifiée à nouveau : en baisse {worse, number}, en hausse {better, number}, autres changements {other, number}.',
  verdict_count: '{verdict} : {count, number}',
  open_list: 'Ouvrir la liste',
  why_you: 'Vous recevez cet e-mail en raison de vos réglages dans mailvet, équipe {team}.',
  change_settings: 'Les modifier : {url}',
};
