import type { TranslatedArea } from '../../catalogue.ts';
import type { details as english } from '../en/details.ts';

export const details: TranslatedArea<typeof english> = {
  accepted: 'Le serveur de messagerie accepte les e-mails pour cette boîte',
  exists_busy: 'La boîte existe ; elle reçoit trop d’e-mails en ce moment',
  accept_all:
    'Le serveur de messagerie accepte n’importe quel nom sur ce domaine : la boîte n’existe peut-être pas',
  accepts_all_until_data:
    'Le fournisseur accepte n’importe quel nom et ne rejette les boîtes inconnues qu’après le message',
  suppressed: 'Elle figure sur la liste d’exclusion de l’équipe et n’a pas été vérifiée',
  syntax: 'Ce n’est pas une adresse e-mail',
  no_mx: 'Le domaine n’existe pas ou n’a pas de serveur de messagerie',
  null_mx: 'Le domaine indique qu’il n’accepte pas les e-mails',
  no_mailbox: 'Le serveur de messagerie ne connaît pas cette boîte',
  full: 'La boîte existe, mais elle est pleine',
  bounced: 'Un message à cette adresse est revenu, d’après vos résultats d’envoi',
  disabled: 'La boîte est désactivée ou abandonnée',
  opted_out: 'Non vérifiée : le domaine demande que personne ne teste ses boîtes',
  dns_failure: 'Les serveurs de noms n’ont pas donné de réponse exploitable sur le domaine',
  dns_untrusted: 'Non vérifiée : un problème de DNS de notre côté',
  no_connection: 'Aucun serveur de messagerie du domaine n’a pu être joint sur le port 25',
  no_answer: 'Le serveur de messagerie a accepté la connexion, mais n’a pas répondu à temps',
  out_of_step: 'Le serveur de messagerie a donné des réponses contradictoires',
  greylisted:
    'Le serveur de messagerie demande aux expéditeurs inconnus de revenir plus tard (greylisting)',
  deferred: 'Le serveur de messagerie a un problème temporaire',
  unproven:
    'Le serveur de messagerie a accepté l’adresse, sans dire s’il accepte n’importe quel nom',
  blocked: 'Le serveur de messagerie a refusé notre vérification ; cela ne dit rien de l’adresse',
  refused_network: 'Le serveur de messagerie a une adresse hors de l’internet public',
  unclear:
    'La réponse du serveur de messagerie ne dit ni que la boîte existe ni qu’elle n’existe pas',
  internal: 'La vérification a échoué à cause d’une erreur interne',
};
