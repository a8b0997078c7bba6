import type { TranslatedArea } from '../../catalogue.ts';
import type { report as english } from '../en/report.ts';

export const report: TranslatedArea<typeof english> = {
  title: 'Rapport de liste',
  page_title: '{name} : rapport de liste',
  written: 'Créé le {time}, vérifié par {service}',
  written_short: 'Créé le {time}, vérifié par {service}',
  footer: 'Créé avec mailvet. Fonctionne hors ligne ; ne contient aucune adresse e-mail.',
  results: '{count, plural, one {# résultat} other {# résultats}}',
  why: 'Pourquoi',
  verdict: 'Verdict',
  reason: 'Raison',
  results_column: 'Résultats',
  share: 'Part',
  meaning: 'Signification',
  what_to_do: 'Que faire',
  in_detail: 'En détail',
  detail_column: 'Détail',
  in_words: 'Explication',
  what_servers_answered: 'Ce que les serveurs de messagerie ont répondu',
  other_reason: 'Une raison du service',
  verify_later: 'Vérifiez-la à nouveau plus tard.',
  ask_again: '{words}, à revérifier après {time}',
  scores: 'Scores',
  scores_label: 'Adresses par score. {bands}',
  scores_note:
    'Résultats par score, de 0 (ne pas envoyer) à 100 (envoi sûr) ; chaque colonne couvre dix points.',
  without_score:
    '{count, plural, one {# résultat sans score n’est pas représenté.} other {# résultats sans score ne sont pas représentés.}}',
  providers: 'Fournisseurs des serveurs de messagerie',
  provider: 'Fournisseur',
  undecidable_short: 'indéterminable',
  undecidable: 'indéterminable : il accepte tout destinataire jusqu’à l’envoi du message',
  providers_note:
    'Qui exploite les serveurs de messagerie des adresses, avec la part de chaque fournisseur parmi ceux qui sont connus.',
  domains_by_share: 'Domaines par part d’adresses non délivrables',
  domains_most: 'Domaines avec le plus d’adresses',
  domain: 'Domaine',
  undeliverable_column: 'Non délivrables',
  worst_domains:
    'Les domaines les plus touchés parmi {count, plural, one {celui qui a} other {les # qui ont}} le plus d’adresses.',
  every_domain: 'Tous les domaines de la liste.',
  domains_note:
    'Une part élevée sur un domaine peut venir d’une faute de frappe dans son nom ou d’une entreprise qui a changé de domaine.',
  sample_is_whole: 'L’échantillon est la liste entière',
  sample_verified:
    '{count, plural, one {L’unique adresse a été vérifiée} other {Les # adresses distinctes ont toutes été vérifiées}} : rien n’est extrapolé.',
  sample_projected: 'Un échantillon, extrapolé',
  sample_only:
    'Seulement {count, plural, one {# adresse} other {# adresses}} sur {all, number}, {count, plural, one {tirée} other {tirées}} au hasard, {count, plural, one {a été vérifiée} other {ont été vérifiées}}.',
  sample_rest_page: 'Le reste de cette page compte les autres comme inconnues.',
  sample_rest_below: 'Les autres comptent ci-dessous comme inconnues.',
  in_sample: 'Dans l’échantillon',
  in_list_likely: 'Dans la liste, probable',
  in_list_likely_95: 'Dans la liste, probable (95 %)',
  which_is: 'Soit',
  range: '{low} à {high}',
  address_range: '{low, number} à {high, number} adresses',
  sample_note:
    'Les plages sont des intervalles à 95 % (Wilson) : sur vingt échantillons de ce type, un environ manque le taux réel.',
  the_list: 'La liste',
  rows: 'Lignes',
  distinct_addresses: 'Adresses distinctes',
  duplicates: 'Doublons',
  same_mailbox: 'Même boîte qu’une autre adresse',
  without_address: 'Lignes sans adresse utilisable',
  empty_cells: 'Cellules vides',
  likely_typos: 'Fautes de frappe probables avec suggestion',
  how_to_read: 'Comment lire ce rapport',
  how_to_read_note:
    'Un résultat vaut pour le jour où il a été obtenu : les boîtes vont et viennent. Les résultats sont comptés par ligne : une adresse présente sur trois lignes compte trois fois.',
  moment: '{day} à {minute} UTC',
};
