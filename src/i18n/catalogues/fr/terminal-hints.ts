import type { TranslatedArea } from '../../catalogue.ts';
import type { terminalHints as english } from '../en/terminal-hints.ts';

export const terminalHints: TranslatedArea<typeof english> = {
  add_yes: 'Ajoutez --yes pour éviter la question',
  on_machine: '{command} sur la machine du service',
  see: 'Voir : {command}',
  name_file: 'Indiquez un fichier, ou envoyez une liste sur stdin',
  give_addresses: 'Donnez des adresses en arguments, ou une par ligne sur stdin',
  give_list_file: 'Donnez un fichier CSV, texte, JSON ou JSONL avec des adresses',
  only_header:
    'Le fichier n’a qu’une ligne d’en-tête. Si sa première ligne est une adresse, ajoutez --no-header',
  misread:
    'Si la liste a été mal lue, ajoutez --encoding, --delimiter ou --input-format ; --column n’accepte qu’une colonne avec des adresses',
  name_column:
    'Indiquez-la avec {command}, par exemple {command2} ; répétable. {command3} prend la première remplie',
  name_it: 'Indiquez-le avec {command}',
  give_column_header: 'Donnez un nom ou un numéro à partir de 1 : ses colonnes sont {text}',
  give_column_near:
    'Vouliez-vous dire « {name} » ? Donnez un nom ou un numéro à partir de 1 : ses colonnes sont {text}',
  give_sheet: 'Donnez un nom ou un numéro à partir de 1 : ses feuilles sont {text}',
  addresses_are_in: 'Les adresses sont dans : {text}',
  other_encoding: '{command} si le fichier vient d’un ancien programme, ou enregistrez-le en UTF-8',
  export_csv: 'Exportez la liste en CSV depuis le programme qui l’a créée',
  unpack_first: 'Décompressez-le et donnez la liste qu’il contient',
  close_quote: 'Fermez ou supprimez le guillemet (") de la ligne {line}, puis réessayez',
  get_file_again: 'Récupérez le fichier à nouveau, ou ouvrez-le dans un tableur et enregistrez-le',
  replace_or_elsewhere: 'Remplacez-le avec --force, ou écrivez ailleurs avec {command}',
  create_or_elsewhere: 'Créez-le, ou écrivez ailleurs avec {command}',
  write_elsewhere: 'Écrivez ailleurs avec {command}',
  room_or_elsewhere: 'Libérez de l’espace, ou écrivez ailleurs avec {command}',
  larger_input: 'Autorisez plus avec {command}, par exemple {command2}',
  to_file: 'Écrivez-le dans un fichier : {command}',
  nothing_sent_more:
    'Rien n’a été envoyé. Augmentez --max-addresses, ou envoyez une partie avec {command}',
  nothing_sent_all_meant:
    'Rien n’a été envoyé. Pour confirmer que toutes sont voulues : {command} ; mieux vaut vérifier une liste avec : {command2}',
  first_verified_all_meant:
    'Les {count, number} premières ont été vérifiées. Pour confirmer que toutes sont voulues : {command} ; mieux vaut vérifier une liste avec : {command2}',
  nothing_sent_meant:
    'Rien n’a été envoyé. Confirmez-le : {command} ; ou voyez ce qui serait envoyé : {command2}',
  nothing_sent_go_on:
    'Rien n’a été envoyé : reprenez avec {command}, ou suivez-la avec {command2} ; --again la renvoie',
  nothing_sent_results:
    'Rien n’a été envoyé : récupérez ses résultats avec {command}, ou avec {command2} ; --again la renvoie',
  send_rest: 'Envoyer le reste avec : {command}',
  send_rest_or_anew: 'Envoyer le reste avec : {command} ; --again la renvoie',
  send_them: 'Les envoyer avec : {command}',
  go_on_with: 'Continuer avec : {command}',
  once_plan_allows: 'Dès que le quota le permet, continuez avec : {command}',
  raise_plan: 'Augmentez le quota ou attendez la période suivante, puis continuez',
  results_so_far_retry:
    'Les résultats obtenus jusqu’ici sont écrits. Vérifier le reste avec : {command}',
  results_so_far: 'Les résultats obtenus jusqu’ici sont écrits',
  written_doctor:
    'Les résultats obtenus jusqu’ici sont écrits. Lancez {command} ; une fois réparé, continuez avec : {command2}',
  not_kept: 'Ce qui est inconnu n’est pas gardé : vérifiez à nouveau une fois le problème résolu',
  nothing_lost_elsewhere: 'Rien n’est perdu : {command} écrit les résultats ailleurs',
  jobs_list_shows: 'mailvet jobs list montre {fault}',
  shows_resumable: 'ce qui peut être repris',
  shows_all: 'toutes',
  see_jobs: 'Voir celles qui sont là : mailvet jobs list',
  leave_out_service: 'Omettez la clé et l’URL de base',
  give_service: 'Donnez --base-url {url}, et sa clé',
  wait_until_ended: 'Attendez qu’il ait fini, ou arrêtez-le d’abord',
  only_pending: 'Seul un lot en attente ou en cours peut être annulé',
  batch_list_shows: 'mailvet batch list montre ceux qui existent',
  whoami_login:
    'mailvet whoami dit quelle clé est utilisée et d’où elle vient ; mailvet login en enregistre une autre',
  login_stores:
    'mailvet login en enregistre une ; ou utilisez {command}, ou définissez MAILVET_API_KEY',
  add_base_url:
    'Ajoutez {command}, ou définissez MAILVET_BASE_URL ; sans clé, le service intégré fonctionne',
  use_https: 'Utilisez https, ou --allow-insecure-http si tout le monde en chemin peut lire la clé',
  login_with_key: 'mailvet login --with-key la lit sur stdin',
  give_base_url: 'Donnez {command}',
  check_connection: 'Vérifiez l’URL de base et votre connexion ; mailvet doctor examine les deux',
  check_proxy: 'Vérifiez HTTPS_PROXY, HTTP_PROXY et NO_PROXY',
  busy_later: 'Le service est peut-être occupé : réessayez plus tard',
  service_side: 'La faute est du côté du service : réessayez plus tard',
  try_later: 'Réessayez plus tard',
  try_later_fewer: 'Réessayez plus tard, ou avec un --concurrency plus bas',
  try_then: 'Réessayez alors ; avec un --timeout plus long, on attend',
  more_time: 'Accordez plus de temps, ou redemandez plus tard',
  is_base_url: 'L’URL de base est-elle celle d’un service de vérification ?',
  final_address:
    'Les redirections ne sont pas suivies avec la clé : donnez l’adresse finale comme URL de base',
  plain_http:
    'Il parle HTTP non chiffré : écrivez http:// au lieu de https://, ou donnez son port TLS',
  trusts_ca: '{command} fait confiance à votre propre autorité de certification',
  run_embedded:
    'Lancez-le sans clé ni URL de base, ou sur la machine du service ; les résultats d’un service mailvet portent leur raison comme detail',
  verify_with: 'Vérifiez-la avec : {command}',
  verify_file_with: 'Vérifiez un fichier avec : {command} ; un tube avec : {command2}',
  name_files_or_mail: 'Indiquez des fichiers ou des dossiers, ou envoyez des messages sur stdin',
  give_mail:
    'Donnez des messages (mbox, Maildir, .eml), ou le CSV ou JSON d’un fournisseur : voir {command}',
  give_results: 'Donnez les résultats d’un vérificateur tels qu’il les exporte',
  give_results_file:
    'Donnez un fichier écrit par mailvet, ou l’export d’un autre vérificateur avec ses propres colonnes',
  extension_of_mailvet:
    'C’est une extension de mailvet : mettez le service à jour, ou utilisez le service intégré',
  service_of_mailvet: 'Utilisez un service mailvet de cette version ou plus récent',
  write_policy: 'Écrivez-en un, ou indiquez un autre fichier avec {command}',
  base_url_as: 'Donnez-la sous la forme https://hote ou https://hote/chemin',
  save_as_csv: 'Ouvrez-le dans un tableur, enregistrez-le en « CSV UTF-8 », puis donnez ce fichier',
  save_workbook_as_csv: 'Enregistrez-le en « CSV UTF-8 » depuis un tableur, puis donnez ce fichier',
  broken_workbook: 'Il est endommagé, protégé par mot de passe, ou n’est pas un classeur',
  csv_any_size: 'Un fichier CSV peut avoir n’importe quelle taille',
  remove_password: 'Retirez le mot de passe dans le programme qui l’a défini',
  with_gunzip: 'Décompressez-la d’abord avec gunzip',
  plain_text: 'Enregistrez-le en texte brut',
  table_as_csv: 'Exportez la table en CSV',
  lists_inside:
    'Décompressez-la et donnez les listes qu’elle contient : plusieurs à la fois sont possibles',
  name_by_number: 'Indiquez-la par son numéro : {command}',
  is_it_a_list: 'Est-ce bien une liste ? --input-format csv, lines, json ou jsonl dit ce que c’est',
  json_forms: 'Donnez un tableau de chaînes ou d’objets, ou une telle valeur par ligne (JSONL)',
  name_form:
    'Nommez le fichier .csv, .tsv, .json, .jsonl ou .xlsx, avec .gz ou .zst derrière pour le compresser',
  name_report_form: 'Nommez le fichier .html, .md ou .json',
  stops_behind_request:
    'Il s’arrête après la demande en cours et annule ce qu’il a envoyé ; ou arrêtez-le, et annulez à nouveau',
  look_again:
    'La reprise le recherche à nouveau ; avec --resend-unknown il est renvoyé (peut être compté deux fois). Continuer avec : {command}',
  share_of_rows: 'Pour une part de lignes non délivrables : {command}',
  service_or_operator:
    'La faute est du côté du service : réessayez plus tard, ou signalez-le à son exploitant',
};
