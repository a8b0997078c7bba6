import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'Compte',
  you_are:
    'Vous êtes <address></address>, {role, select, owner {propriétaire} other {membre}} de l’équipe {team}.',
  change_password: 'Changer le mot de passe',
  current_password: 'Mot de passe actuel',
  new_password: 'Nouveau mot de passe',
  change: 'Changer',
  password_changed: 'Mot de passe changé. Vos autres sessions ont été fermées.',
  sign_out_everywhere: 'Se déconnecter partout',
  ends_sessions: 'Met fin à vos sessions sur tous les appareils, y compris celui-ci.',
  language: 'Langue',
  language_of_browser: 'Langue du navigateur',
  language_hint:
    'Pour les pages, les rapports et les e-mails qui vous sont adressés. Les résultats téléchargés et l’API ne changent pas.',
  save: 'Enregistrer',
  language_saved: 'Langue enregistrée.',
  mails: 'Notifications par e-mail',
  mails_when:
    'Quand une liste est terminée ou en pause parce que les vérifications du mois sont épuisées, et quand une liste suivie a changé.',
  mails_own: 'Pour les listes que j’ai importées',
  mails_all: 'Pour toutes les listes de l’équipe',
  mails_none: 'Aucun e-mail',
  time_zone: 'Fuseau horaire',
  times_in: 'Afficher les heures dans',
  zone_of_browser: 'le fuseau horaire du navigateur',
};
