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
  full: 'Vérifiez-la à nouveau dans quelques semaines ; supprimez-la si la boîte est toujours pleine.',
  bounced: 'Supprimez-la, sauf si vous savez que la boîte existe de nouveau.',
  disabled: 'Supprimez-la.',
  opted_out: 'Gardez-la : seul son domaine peut en dire plus.',
  dns_failure: 'Vérifiez-la à nouveau plus tard ; `mailvet doctor` contrôle vos serveurs de noms.',
  dns_untrusted: 'Vérifiez à nouveau une fois que votre administrateur aura réparé le DNS.',
  no_connection: 'Vérifiez-la à nouveau plus tard ; `mailvet doctor` contrôle le port 25.',
  no_answer: 'Vérifiez-la à nouveau plus tard.',
  out_of_step: 'Vérifiez-la à nouveau plus tard.',
  greylisted: 'Vérifiez-la à nouveau après l’heure indiquée.',
  deferred: 'Vérifiez-la à nouveau plus tard.',
  unproven: 'Vérifiez-la à nouveau plus tard.',
  blocked: 'Vérifiez à nouveau depuis une autre adresse IP (demandez à votre administrateur).',
  refused_network: 'Vérifiez-la depuis ce réseau, ou supprimez-la.',
  unclear: 'Vérifiez-la à nouveau plus tard.',
  internal: 'Vérifiez-la à nouveau et signalez le problème s’il se reproduit.',
};
