import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'Le DNS ne répond pas : les serveurs de messagerie sont introuvables',
  dns_untrusted: 'Le DNS donne ici de fausses réponses, nous les ignorons',
  port_25_closed: 'Aucun serveur de messagerie n’est joignable : le port 25 sortant est fermé',
  blocked:
    'La plupart des fournisseurs refusent ce serveur : son adresse IP figure sur une liste de blocage',
};
