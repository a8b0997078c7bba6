import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envoyez.',
  accept_all:
    'Écartez-la des grands envois : essayez d’abord quelques adresses de ce type et retirez celles qui reviennent.',
  disposable:
    'Écartez-la : une telle boîte est abandonnée en quelques heures. Demandez une autre adresse.',
  role: 'Écartez-la des envois : plusieurs personnes la lisent et aucune ne s’est inscrite. Écrivez-lui à la main si vous les connaissez.',
  suppressed: 'Écartez-la : elle figure sur la liste d’exclusion de votre équipe.',
  syntax: 'Corrigez-la ou supprimez-la.',
  no_mx: 'Supprimez-la.',
  mailbox: 'Supprimez-la.',
  no_answer: 'Vérifiez-la plus tard.',
  error: 'Vérifiez-la plus tard.',
  incomplete: 'Vérifiez-la plus tard.',
  several_addresses: 'Vérifiez chacune : --split-cells les sépare.',
};
