import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'Entrar',
  no_account: 'Não tem conta ou esqueceu a senha? Peça um link a um proprietário da equipe.',
  signed_out: 'Você saiu.',
  signed_out_everywhere: 'Você saiu em todos os dispositivos.',
  wrong_credentials: 'Endereço ou senha incorretos',
  set_up: 'Configurar o painel',
  set_up_first: 'Crie a primeira conta. Ela será a proprietária desta equipe.',
  create_account: 'Criar a conta',
  join_team: 'Entrar em {team}',
  join: 'Entrar',
  choose_password:
    'Escolha uma senha. Já usa este endereço aqui em outra equipe? Digite a mesma senha para alternar entre as duas.',
  new_password_title: 'Escolher uma nova senha',
  set_password: 'Definir a senha',
  stay_signed_in: 'Você continuará conectado aqui e sairá em todos os outros dispositivos.',
  email: 'Endereço de e-mail',
  password: 'Senha',
  show: 'Mostrar',
  password_hint:
    'Pelo menos {count, number} caracteres; algumas palavras aleatórias são fáceis de lembrar.',
};
