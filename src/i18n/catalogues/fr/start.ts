import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Prête à démarrer : l’estimation',
  in_rows: 'sur {count, plural, one {# ligne} other {# lignes}}',
  with_sheet: '{content}, feuille {sheet}',
  with_columns: '{content}, colonne {columns}',
  duplicates: 'Doublons',
  checked_once: '{count, plural, one {#, vérifié} other {#, vérifiés}} une seule fois',
  without_address: 'Lignes sans adresse valide',
  kept: '{count, plural, one {#, laissée telle quelle} other {#, laissées telles quelles}}',
  known: 'Déjà connues',
  from_cache: '{count}, depuis le cache, gratuit',
  suppressed: 'Sur la liste d’exclusion',
  not_checked: '{count}, non vérifiées, gratuit',
  sandbox: 'Bac à sable',
  simulated: '{count}, simulées, gratuit',
  about: 'environ {count, number}',
  cost: 'Consommation',
  verifications: '{amount} {count, plural, one {vérification} other {vérifications}}',
  left_this_month:
    '{left, plural, one {# sur {quota, number} restante} other {# sur {quota, number} restantes}} ce mois',
  time: 'Durée',
  few_seconds: 'quelques secondes',
  from_to: '{from} à {to}',
  early:
    'certains serveurs nous demandent de revenir plus tard : comptez alors jusqu’à {time} de plus',
  undecided: 'Indéterminables',
  undecided_share: '{share} de {count, plural, one {# adresse} other {# adresses}}',
  cause_accepts_all_until_data:
    '{count} chez des fournisseurs qui acceptent toute adresse jusqu’au message, comme Yahoo',
  cause_accept_all:
    '{count} dans des domaines qui acceptent toute adresse, d’après des résultats antérieurs',
  cause_opted_out: '{count} dans des domaines qui demandent à ne pas être interrogés',
  cause_dns_failure: '{count} dans des domaines dont les serveurs de noms ne répondent pas',
  cause_port_25_closed: '{count} parce que le port 25 est fermé ici',
  these_too: 'Vérifier aussi ceci ?',
  column_too: 'La colonne {name} <faint>contient aussi des adresses</faint>',
  sheet_too:
    'La feuille {name} <faint>contient aussi des adresses ; elle devient une liste à part</faint>',
  split_cells:
    '{count, plural, one {# cellule a} other {# cellules ont}} plusieurs adresses : <faint>les séparer et vérifier chacune</faint>',
  over_quota:
    '{count} de plus que votre quota. Elles attendent le {day}, ou que le quota soit relevé ; la liste reprend toute seule.',
  start: 'Démarrer',
  start_and_wait: 'Démarrer et attendre le quota',
  verify_now: 'En vérifier {count, number} maintenant',
  confirm_delete: 'Supprimer {name} ? Rien n’en a été vérifié.',
};
