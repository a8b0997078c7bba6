import type { TranslatedArea } from '../../catalogue.ts';
import type { suppressions as english } from '../en/suppressions.ts';

export const suppressions: TranslatedArea<typeof english> = {
  title: 'Liste d’exclusion',
  intro: 'Ces adresses sont ignorées dans chaque liste et marquées « ne pas envoyer ». Gratuit.',
  add_title: 'Ajouter une adresse ou un domaine',
  import_title: 'Importer un fichier',
  entries: '{count, plural, one {# entrée} other {# entrées}}',
  caption: 'Adresses et domaines de la liste d’exclusion',
  address_or_domain: 'Adresse ou domaine',
  added_column: 'Ajouté',
  none: 'Aucune entrée.',
  none_begins: 'Aucune entrée ne commence ainsi.',
  download: 'Télécharger la liste',
  imported:
    '{count, plural, one {# ajoutée} other {# ajoutées}} ; {known, plural, =0 {aucune n’y figurait déjà} one {# y figurait déjà} other {# y figuraient déjà}}.',
  skipped: '{count, plural, one {# ligne ignorée :} other {# lignes ignorées, par exemple :}}',
  entry_label: 'Adresse e-mail, ou @ et un domaine',
  entry_placeholder: 'ann@example.com ou @example.com',
  add: 'Ajouter',
  import: 'Importer',
  importing: 'Importation…',
  import_hint: 'Jusqu’à 1 000 000 de lignes ou 200 Mo. Le fichier n’est pas conservé.',
  erased: 'une adresse effacée',
  confirm_remove: 'Retirer {entry} ? Elle sera de nouveau vérifiée.',
  remove_entry: 'Retirer {entry}',
  done_added: 'Ajouté à la liste d’exclusion.',
  done_known: 'Figure déjà sur la liste d’exclusion.',
  done_removed: 'Retiré de la liste d’exclusion.',
  write_entry: 'Saisissez une adresse, ou @ et un domaine',
};
