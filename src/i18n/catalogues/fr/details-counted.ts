import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsCounted as english } from '../en/details-counted.ts';

export const detailsCounted: TranslatedArea<typeof english> = {
  accepted:
    '{count, plural, one {# boîte accepte les e-mails} other {# boîtes acceptent les e-mails}}',
  exists_busy: '{count, plural, one {# boîte saturée} other {# boîtes saturées}}',
  accept_all:
    '{count, plural, one {# adresse sur un serveur catch-all} other {# adresses sur des serveurs catch-all}}',
  accepts_all_until_data:
    '{count, plural, one {# adresse chez un fournisseur qui rejette après le message} other {# adresses chez des fournisseurs qui rejettent après le message}}',
  suppressed:
    '{count, plural, one {# adresse sur la liste d’exclusion} other {# adresses sur la liste d’exclusion}}',
  syntax: '{count, plural, one {# adresse invalide} other {# adresses invalides}}',
  no_mx:
    '{count, plural, one {# adresse sur un domaine sans serveur de messagerie} other {# adresses sur des domaines sans serveur de messagerie}}',
  null_mx:
    '{count, plural, one {# adresse sur un domaine qui ne reçoit pas d’e-mails} other {# adresses sur des domaines qui ne reçoivent pas d’e-mails}}',
  no_mailbox: '{count, plural, one {# boîte n’existe pas} other {# boîtes n’existent pas}}',
  full: '{count, plural, one {# boîte pleine} other {# boîtes pleines}}',
  bounced: '{count, plural, one {# adresse avec rebond} other {# adresses avec rebond}}',
  disabled: '{count, plural, one {# boîte désactivée} other {# boîtes désactivées}}',
  opted_out:
    '{count, plural, one {# adresse d’un domaine qui refuse les vérifications} other {# adresses de domaines qui refusent les vérifications}}',
  dns_failure:
    '{count, plural, one {# adresse sans réponse du DNS} other {# adresses sans réponse du DNS}}',
  dns_untrusted:
    '{count, plural, one {# adresse non vérifiée à cause du DNS} other {# adresses non vérifiées à cause du DNS}}',
  no_connection:
    '{count, plural, one {# adresse sur un serveur injoignable} other {# adresses sur des serveurs injoignables}}',
  no_answer:
    '{count, plural, one {# adresse sans réponse du serveur} other {# adresses sans réponse du serveur}}',
  out_of_step:
    '{count, plural, one {# adresse aux réponses contradictoires} other {# adresses aux réponses contradictoires}}',
  greylisted: '{count, plural, one {# adresse en greylisting} other {# adresses en greylisting}}',
  deferred:
    '{count, plural, one {# adresse différée par son serveur} other {# adresses différées par leur serveur}}',
  unproven:
    '{count, plural, one {# adresse acceptée sans contre-vérification} other {# adresses acceptées sans contre-vérification}}',
  blocked:
    '{count, plural, one {# adresse sur un serveur qui refuse notre vérification} other {# adresses sur des serveurs qui refusent notre vérification}}',
  refused_network:
    '{count, plural, one {# adresse sur un serveur de réseau privé} other {# adresses sur des serveurs de réseau privé}}',
  unclear:
    '{count, plural, one {# adresse à la réponse ambiguë} other {# adresses à la réponse ambiguë}}',
  internal:
    '{count, plural, one {# adresse avec une erreur interne} other {# adresses avec une erreur interne}}',
};
