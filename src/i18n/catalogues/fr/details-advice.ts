import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Envoyez.',
  exists_busy: 'Envoyez.',
  accept_all:
    'Écartez-la des grands envois : essayez d’abord quelques adresses de ce type et retirez celles qui reviennent.',
  accepts_all_until_data:
    'Écartez-la des grands envois : essayez d’abord quelques adresses de ce type et retirez celles qui reviennent.',
  suppressed: 'N’y envoyez rien.',
  syntax: 'Corrigez-la ou supprimez-la.',
  no_mx: 'Supprimez-la.',
  null_mx: 'Supprimez-la.',
  no_mailbox: 'Supprimez-la.',
  full: 'Vérifiez-la dans quelques semaines ; supprimez-la si elle est toujours pleine.',
  bounced: 'Supprimez-la, sauf si vous savez que la boîte existe de nouveau.',
  disabled: 'Supprimez-la.',
  opted_out: 'Gardez-la : seul son domaine peut en dire plus.',
  dns_failure: 'Vérifiez-la plus tard ; `mailvet doctor` contrôle vos serveurs de noms.',
  dns_untrusted: 'Vérifiez à nouveau une fois que votre administrateur aura réparé le DNS.',
  no_connection: 'Vérifiez-la plus tard ; `mailvet doctor` contrôle le port 25.',
  no_answer: 'Vérifiez-la plus tard.',
  out_of_step: 'Vérifiez-la plus tard.',
  greylisted: 'Vérifiez-la après l’heure indiquée.',
  deferred: 'Vérifiez-la plus tard.',
  unproven: 'Vérifiez-la plus tard.',
  blocked: 'Vérifiez à nouveau depuis une autre adresse IP (demandez à votre administrateur).',
  refused_network: 'Vérifiez-la depuis ce réseau, ou supprimez-la.',
  unclear: 'Vérifiez-la plus tard.',
  internal: 'Vérifiez à nouveau et signalez-le si cela se reproduit.',
};
