import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>Déposez un fichier ici ou choisissez-en un</pointer><touch>Choisissez un fichier</touch> : CSV, Excel, texte ou JSON, même compressé (.gz, .zst, .zip)',
  most: 'Jusqu’à {rows, number} lignes ou {size}. Les doublons ne sont vérifiés qu’une fois.',
  start_at_once: 'Démarrer tout de suite, sans estimation',
  column_not_found: 'Colonne d’e-mail introuvable ?',
  column: 'Colonne d’e-mail (facultatif)',
  column_example: 'p. ex. E-mail pro ou 3',
  uploading: 'Importation…',
  send: 'Importer la liste',
  uploaded: 'Importé',
  too_large:
    '{name} fait {size} ; la limite est de {most}. Divisez-le ou utilisez la ligne de commande.',
  no_list:
    '{name} n’est pas une liste : choisissez un fichier CSV, Excel, OpenDocument, texte ou JSON.',
  empty: '{name} est vide.',
  sending: '{percent} % de {size}',
  reading: 'Arrivé. La liste est en cours de lecture…',
  lost: 'La connexion a été interrompue et rien n’a été conservé : importez à nouveau la liste.',
  error: 'Erreur {status}',
  file: 'Un fichier : CSV, Excel, simples lignes ou JSON',
  column_if_missing: 'Colonne d’e-mail, si elle n’est pas trouvée',
  name_or_number: 'nom ou numéro',
  paste: 'Ou collez des adresses',
  paste_label: 'Adresses, une par ligne, ou un texte qui en contient',
  paste_reading: 'Lecture…',
  use_addresses: 'Utiliser ces adresses',
  sample: 'Essayer une liste d’exemple',
  sample_note:
    '{count, number} lignes avec tous les types de résultat ; gratuit, et rien n’est envoyé à personne',
};
