import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envoyez.',
  accept_all:
    'Écartez-la des grands envois : essayez d’abord quelques adresses de ce type et retirez celles qui reviennent.',
  disposable:
    'Écartez-la : une telle boîte est abandonnée en quelques heures. Demandez une autre adresse.',
  role: 'Écartez-la des envois : plusieurs personnes la lisent et aucune ne s’est inscrite. Si vous les connaissez, écrivez-leur individuellement.',
  suppressed: 'Écartez-la : elle figure sur la liste d’exclusion de votre équipe.',
  syntax: 'Corrigez-la ou supprimez-la.',
  no_mx: 'Supprimez-la.',
  mailbox: 'Supprimez-la.',
  no_answer: 'Vérifiez-la à nouveau plus tard.',
  error: 'Vérifiez-la à nouveau plus tard.',
  incomplete: 'Vérifiez-la à nouveau plus tard.',
  several_addresses: 'Vérifiez chacune : --split-cells les sépare.',
};
