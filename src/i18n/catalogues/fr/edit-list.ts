import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'Retour à la liste',
  name_and_folder: 'Nom et dossier',
  rename: 'Renommer',
  move: 'Déplacer',
  folder_example: 'p. ex. Campagne de printemps ; vide : aucun',
  share: 'Partager le rapport',
  share_note:
    'Toute personne qui a le lien voit le rapport sans se connecter, jusqu’à l’expiration du lien. Le rapport ne contient aucune adresse.',
  copy_now: 'Copiez le lien maintenant. Il ne sera plus affiché.',
  no_report: 'La liste n’a pas encore de rapport.',
  expires_after: 'Expire après',
  days: '{count, plural, one {# jour} other {# jours}}',
  create_link: 'Créer un lien',
  links: 'Liens actifs vers le rapport',
  by: 'Par',
  expires: 'Expire',
  confirm_revoke: 'Révoquer ce lien ? Ceux qui l’ont ne verront plus le rapport.',
  revoke: 'Révoquer',
  renamed: 'La liste est renommée.',
  moved: 'La liste est déplacée.',
  revoked: 'Le lien est révoqué.',
};
