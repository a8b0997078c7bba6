import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalNotices as english } from '../en/terminal-notices.ts';

export const terminalNotices: TranslatedArea<typeof english> = {
  named: '{name} : {fault}',
  embedded:
    'Ni clé API ni URL de base : le service intégré (embedded service) est utilisé ({path})',
  unknown_variable: 'La variable inconnue {name} est ignorée. Vouliez-vous dire {other} ?',
  unknown_variable_see: 'La variable inconnue {name} est ignorée. Voir : {command}',
  judging_by: 'Évaluation selon {path}',
  repaired: '{path} était lisible par d’autres : le fichier n’appartient plus qu’à vous',
  reading: 'Lecture de {name} …',
  writing_results: 'Écriture des résultats …',
  cancelling: 'Annulation de {name} …',
  looking_up_hosts: 'Recherche des serveurs de messagerie …',
  waiting_for_service: 'En attente du service …',
  done_so_far: '{count, number} terminées …',
  messages_read: '{read, number} messages lus : {outcomes, number} retours d’envoi',
  header_line: 'L’en-tête est la ligne {line} ; les lignes au-dessus restent telles quelles',
  using_columns: 'Colonnes utilisées : « {name} » et « {other} »',
  using_unnamed: 'Utilise la {fault}',
  using_first_filled: 'La première remplie est utilisée, parmi {text}',
  other_column: 'La colonne « {name} » contient aussi des adresses ; ajoutez : {command}',
  other_columns:
    'Les colonnes « {name} » et « {other} » contiennent aussi des adresses ; ajoutez : {command}',
  read_as: 'La liste est lue en {encoding} ; les résultats sont écrits en UTF-8 avec BOM',
  encoding_doubt:
    'L’encodage n’est pas certain : si « {word} » devrait être « {other} », ajoutez {command}',
  encoding_wrong: 'L’encodage n’est pas certain : si « {word} » est faux, ajoutez {command}',
  ragged_row:
    'La ligne {line} a {cells, plural, one {# cellule} other {# cellules}}, l’en-tête {expected} ; la ligne reste telle quelle',
  ragged_rows:
    'La ligne {line} a {cells, plural, one {# cellule} other {# cellules}}, l’en-tête {expected} ; {others, plural, one {# autre ligne diffère} other {# autres lignes diffèrent}} aussi ; les lignes restent telles quelles',
  ragged_first_row:
    'La ligne {line} a {cells, plural, one {# cellule} other {# cellules}}, la première ligne {expected} ; la ligne reste telle quelle',
  table_row:
    'La ligne {line} est une ligne de tableau parmi des lignes d’une seule adresse : son contenu n’est pas vérifié. Mettez-la dans une liste à part',
  using_sheet: 'Feuille utilisée : « {name} »',
  other_sheet: 'La feuille « {name} » contient aussi des adresses : {command} la lit',
  several_columns: 'Plusieurs colonnes contiennent des adresses :',
  choice_column: '  {number}) « {name} » : {count, plural, one {# adresse} other {# adresses}}',
  choice_both: '  {number}) les deux',
  choice_all: '  {number}) toutes',
  which_encoding: 'L’encodage n’est pas certain :',
  which_one: 'Lequel (1 à {count}) ?',
  yes_no: '[o/N]',
  verify_question: 'Vérifier {count, plural, one {# adresse} other {# adresses}} ?',
  some_need_network:
    '{needing, plural, one {# adresse sur {total, number} a} other {# adresses sur {total, number} ont}} besoin du DNS et des serveurs de messagerie ; les autres sont vérifiées malgré tout',
  go_on_question: 'Continuer ?',
  erase_question:
    'Effacer {count, plural, one {# tâche} other {# tâches}}, avec adresses et résultats ?',
  erased: '{count, plural, one {# tâche effacée} other {# tâches effacées}}',
  answer_c: 'Répondez c pour annuler d’abord leurs lots ; y les laisse continuer',
  unfinished_unwritten:
    '{id} ({name}) n’est pas terminé : ses résultats ne sont pas écrits. Une fois effacé, il ne peut pas être repris',
  unfinished_unsent:
    '{id} ({name}) n’est pas terminé : {count, plural, one {# adresse n’est pas envoyée} other {# adresses ne sont pas envoyées}}. Une fois effacé, il ne peut pas être repris',
  unfinished_open:
    '{id} ({name}) n’est pas terminé : les résultats de {count, plural, one {# lot} other {# lots}} ne sont pas là. Une fois effacé, il ne peut pas être repris',
  unfinished_open_unsent:
    '{id} ({name}) n’est pas terminé : les résultats de {batches, plural, one {# lot} other {# lots}} ne sont pas là, {count, plural, one {# adresse n’est pas envoyée} other {# adresses ne sont pas envoyées}}. Une fois effacé, il ne peut pas être repris',
  batches_go_on:
    '{id} n’était pas terminé : {count, plural, one {# lot continue} other {# lots continuent}} auprès du service : {command}',
  quota_share:
    '{percent} % des vérifications de ce mois sont utilisées : {used, number} sur {quota, number}',
  service_waits: 'Le service demande d’attendre : reprise dans {time}',
  problem_dns_failure:
    'Le DNS ne répond pas, donc les serveurs de messagerie sont introuvables. Les adresses restent inconnues, pas mortes ; voir : {fault}',
  problem_dns_untrusted:
    'Le DNS donne ici de fausses réponses, elles sont donc ignorées. Les adresses restent inconnues, pas mortes ; voir : {fault}',
  problem_port_25:
    'Aucun serveur de messagerie n’est joignable : le port 25 sortant est fermé. Les adresses restent inconnues, pas mortes ; voir : {fault}',
  problem_blocked:
    'La plupart des fournisseurs refusent ce serveur : son adresse IP est sur une liste de blocage. Les adresses restent inconnues, pas mortes ; voir : {fault}',
  provider_braked:
    '{provider} refuse de plus en plus ({refusals} des {sessions} dernières sessions) : on en ouvre moitié moins',
  provider_rests:
    '{provider} refuse toujours davantage : pas de contact pendant {time}, et ce qui y reste demeure inconnu',
  own_address_listed:
    '{address}, notre propre adresse, est sur la liste de blocage {list} : moitié moins de sessions sont ouvertes (mailvet doctor en dit plus)',
  database_migrated: 'Base de données {version}. Une copie de l’ancien état : {path}',
  embedded_error: 'Le service intégré a eu une erreur : {text} (sa base de données est {path})',
  several_addresses:
    '{count, plural, one {# ligne} other {# lignes}} avec plusieurs adresses dans une cellule : {command} vérifie chacune',
  cut_cells:
    '{count, plural, one {# cellule de la liste a été coupée} other {# cellules de la liste ont été coupées}} aux 32 767 caractères qu’un classeur accepte : {command} les garde tous',
  best_of_columns: 'Chaque ligne compte selon sa meilleure adresse parmi {text}',
  best_of_cell: 'Une ligne à plusieurs adresses compte selon la meilleure',
  sent_again:
    'Renvoyé : {batches, plural, one {# lot} other {# lots}} ({count, plural, one {# adresse} other {# adresses}}) dont la réponse s’est perdue et que le service ne listait pas (compté deux fois s’il avait déjà été reçu)',
  check_failed: 'Contrôle non réussi : {fault}',
  fails_deliverable:
    '{count, plural, one {# adresse délivrable} other {# adresses délivrables}} ({command})',
  fails_risky: '{count, plural, one {# adresse risquée} other {# adresses risquées}} ({command})',
  fails_undeliverable:
    '{count, plural, one {# adresse non délivrable} other {# adresses non délivrables}} ({command})',
  fails_unknown:
    '{count, plural, one {# adresse inconnue} other {# adresses inconnues}} ({command})',
  fails_share: '{share} non délivrables, plus de {most} % (--max-undeliverable)',
  fails_score: 'le score le plus bas est {score}, sous {least} (--min-score)',
  follow_with: 'Les suivre avec : {command}',
  not_begun: 'Non commencé : {text}',
  resuming: 'Reprise de {id}, qui avait été interrompu : {name} du {time} UTC',
  resuming_same:
    'Reprise de {id}, qui avait été interrompu : {name} du {time} UTC, de même contenu que {other}',
  verified_already:
    'Cette liste a déjà été vérifiée ({age}, {id}) : ses résultats sont utilisés. --again la vérifie à nouveau',
  was_cancelled: '{id} a été annulé le {time} UTC : suite avec ce qui n’avait pas été envoyé',
  to_be_verified:
    'À vérifier : {wanted, number} sur {count, plural, one {# adresse} other {# adresses}} ; les autres sont connues',
  verifying_again:
    'Nouvelle vérification : {count, plural, one {# adresse inconnue} other {# adresses inconnues}} de {name}',
  nothing_unknown: 'Aucune adresse n’est inconnue : il n’y a rien à revérifier',
  nothing_unknown_reason:
    'Aucune adresse n’est inconnue pour cette raison ({command}) : il n’y a rien à revérifier',
  cancelled_batches: '{count, plural, one {# lot annulé} other {# lots annulés}}',
  ended_already: '{id} était déjà terminé : état {status}',
  unsent_rest:
    '{id} : {count, plural, one {# adresse non envoyée} other {# adresses non envoyées}}. Envoyer le reste avec : {command}',
  answer_lost_found: 'Une réponse s’est perdue, mais le lot est là : {id}',
  answer_missing:
    'La réponse à un lot manque : recherche du lot auprès du service, pendant {time} au plus',
  sending_unsent: 'Le lot en cours n’est pas arrivé au service : envoi',
  sending_again_key: 'Renvoi d’un lot sans réponse : sa clé évite qu’il soit compté deux fois',
  sending_again_listed:
    'Un lot dont la réponse s’est perdue n’est pas dans la liste du service, qui est à jour : nouvel envoi',
  sending_again_unknown:
    'Renvoi d’un lot dont la réponse s’est perdue (--resend-unknown) : il peut être compté deux fois',
  poll_failed: 'Une interrogation a échoué ({text}) ; les lots continuent, nouvel essai',
  stopping_run:
    'Arrêt : ce qui est en cours est encore attendu ; un second arrêt met fin tout de suite',
  stdin_header: 'La ligne {line} de stdin nomme la colonne ({text}) : elle est omise',
  bounced_notice:
    'Un message y a rebondi le {day} : {text}. mailvet verify dit donc non délivrable (bounced)',
  due: 'À revoir : {due, number} sur {count, plural, one {# adresse} other {# adresses}}',
  verifies_these: '{command} --due --wait ne vérifie que celles-ci',
  diff_counts:
    'Pires : {worse, number}, meilleurs : {better, number}, autres : {other, number}, ajoutés : {added, number}, retirés : {removed, number}, identiques : {same, number}',
  diff_columns:
    'Comparé : {path} par {text} ; {path2} par {text2}. Les adresses d’une colonne présente d’un seul côté comptent comme ajoutées ou retirées ; pour comparer une colonne, vérifiez les deux listes avec son --column',
  diff_failed: '{count, number} {change} ({command})',
  rows_left_out:
    '{name} : {count, plural, one {# ligne omise} other {# lignes omises}}, ligne {line} : {text}',
  outcomes_head:
    'Retours d’envoi : {outcomes, number} de {read, plural, one {# message ou entrée} other {# messages et entrées}}',
  kind_delivered: 'remis : {count, number}',
  kind_no_mailbox: 'boîte inexistante : {count, number}',
  kind_full: 'boîte pleine : {count, number}',
  kind_disabled: 'boîte désactivée : {count, number}',
  kind_blocked: 'bloqués : {count, number}',
  kind_deferred: 'différés : {count, number}',
  kind_complaint: 'plaintes : {count, number}',
  kind_hard: 'rebond définitif : {count, number} (non délivrable : le fournisseur a abandonné)',
  kind_undecided: 'indéterminés : {count, number} (rien sur la boîte : aucun résultat ne change)',
  without_outcome: '{count, number} sans retour d’envoi',
  read_before: '{count, number} déjà lus',
  unreadable: '{count, number} illisibles',
  new_outcomes: 'Nouveaux : {count, number}',
  results_of: 'Résultats de {source} : {count, plural, one {# ligne} other {# lignes}}',
  results_of_unreadable:
    'Résultats de {source} : {count, plural, one {# ligne} other {# lignes}}, {unreadable, number} illisibles',
  new_in_ledger: 'Nouveaux dans le registre : {count, number}',
  both_decided_none: 'Aucune de ces adresses n’a été décidée par les deux',
  same_verdict:
    'Même verdict : {same, number} sur {count, plural, one {# adresse décidée} other {# adresses décidées}} par les deux ({share})',
  key_stored: 'La clé {key} pour {url} est enregistrée',
  key_stored_keychain: 'La clé {key} pour {url} est enregistrée dans le trousseau',
  key_stored_profile: 'La clé {key} pour {url} est enregistrée (profil {profile})',
  key_overridden: 'MAILVET_API_KEY est aussi définie et l’emporte sur la clé enregistrée',
  key_not_for_everything: 'Le service accepte la clé, mais pas pour tout : {fault}',
  base_url_question: 'URL de base du service :',
  key_question: 'Clé API pour {url} :',
  no_key_stored: 'Aucune clé n’est enregistrée',
  key_removed: 'La clé {key} est supprimée',
  account_unknown: 'Le compte n’est pas connu : {fault}',
  opened: '{url} ouvert',
  listening: 'À l’écoute sur {url}',
  listen_secret: 'Secret de signature jusqu’à la fin : {secret}',
  listen_ready: 'Prêt : les événements de l’équipe {name} arrivent à {url}',
  listen_deleted: 'Le webhook {id} est supprimé',
  listen_killed: 'Le webhook {id} d’une exécution interrompue est supprimé',
  listen_silence:
    'Rien n’est encore envoyé : un service tourne-t-il sur cette base, comme {command} ?',
  listen_refused: 'Un message refusé avec {status} : {fault}',
  fault_unsigned: 'les en-têtes de signature de Standard Webhooks manquent',
  fault_expired: 'son heure s’écarte de plus de cinq minutes de l’horloge de cette machine',
  fault_wrong: 'sa signature est fausse : autre secret, ou contenu modifié',
  error_label: 'erreur :',
  now_in: 'maintenant dans {path}',
  by_verdict_in: 'par verdict dans {path}',
  report_in: 'rapport dans {path}',
  report_in_two: 'rapport dans {path} et {path2}',
  lists: '{count, plural, one {# liste} other {# listes}}',
  lists_of: '{some, number} sur {count, plural, one {# liste} other {# listes}}',
  rows_unknown_later:
    '{count, plural, one {# ligne est inconnue} other {# lignes sont inconnues}}. Vérifiez seulement celles-ci plus tard : {command}',
  rows_unknown_after:
    '{count, plural, one {# ligne est inconnue} other {# lignes sont inconnues}}. Vérifiez seulement celles-ci après {time} : {command}',
  written: 'Écrit : {path}',
};
