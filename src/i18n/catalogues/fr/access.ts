import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'Se connecter',
  no_account:
    'Pas de compte ou mot de passe oublié ? Demandez un lien à un propriétaire de votre équipe.',
  signed_out: 'Votre session est fermée.',
  signed_out_everywhere: 'Vos sessions sont fermées sur tous vos appareils.',
  wrong_credentials: 'L’adresse ou le mot de passe est incorrect',
  set_up: 'Configurer le tableau de bord',
  set_up_first: 'Créez le premier compte. Il sera propriétaire de cette équipe.',
  create_account: 'Créer le compte',
  join_team: 'Rejoindre {team}',
  join: 'Rejoindre',
  choose_password:
    'Choisissez un mot de passe. Vous utilisez déjà cette adresse ici pour une autre équipe ? Saisissez le même mot de passe pour passer de l’une à l’autre.',
  new_password_title: 'Choisir un nouveau mot de passe',
  set_password: 'Définir le mot de passe',
  stay_signed_in: 'Votre session reste ouverte ici et sera fermée sur tous vos autres appareils.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  show: 'Afficher',
  password_hint:
    'Au moins {count, number} caractères ; quelques mots pris au hasard se retiennent facilement.',
};
