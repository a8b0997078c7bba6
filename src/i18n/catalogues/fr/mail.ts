import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} est en pause : les vérifications du mois sont épuisées',
  paused_why: '{name} est en pause : votre équipe a utilisé les vérifications de ce mois.',
  paused_until: 'Elle reprend le mois prochain, ou quand un propriétaire relève le quota.',
  done: '{name} : {count, number} sûres',
  done_rows:
    '{name} est vérifiée. Envoi sûr : {safe, number} sur {count, plural, one {# ligne} other {# lignes}}.',
  changed: '{name} a changé',
  changed_by:
    '{name} a été vérifiée à nouveau : {worse, number} en pire, {better, number} en mieux, {other, number} autrement.',
  verdict_count: '{verdict} : {count, number}',
  open_list: 'Ouvrir la liste',
  why_you: 'Vous recevez ce message en raison de vos réglages dans mailvet, équipe {team}.',
  change_settings: 'Les modifier : {url}',
};
