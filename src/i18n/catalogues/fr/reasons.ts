import type { TranslatedArea } from '../../catalogue.ts';
import type { reasons as english } from '../en/reasons.ts';

export const reasons: TranslatedArea<typeof english> = {
  accepted: 'la boîte accepte les e-mails',
  accept_all: 'le domaine accepte toute adresse (catch-all) : celle-ci n’existe peut-être pas',
  disposable: 'adresse jetable',
  role: 'une boîte partagée par plusieurs personnes (info, support, …)',
  suppressed: 'sur la liste d’exclusion de l’équipe, donc non vérifiée',
  syntax: 'pas une adresse e-mail',
  no_mx: 'le domaine ne reçoit pas d’e-mails',
  mailbox: 'la boîte n’existe pas, est pleine ou désactivée',
  no_answer: 'le serveur de messagerie n’a pas répondu clairement',
  error: 'le service a signalé une erreur',
  incomplete: 'il n’y a pas de résultat complet',
  several_addresses: 'cette cellule contient plus d’une adresse',
};
