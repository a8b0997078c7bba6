import type { TranslatedArea } from '../../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: TranslatedArea<typeof english> = {
  sign_in: 'ログイン',
  no_account:
    'アカウントがない場合やパスワードを忘れた場合は、チームのオーナーにリンクを依頼してください。',
  signed_out: 'ログアウトしました。',
  signed_out_everywhere: 'すべての端末からログアウトしました。',
  wrong_credentials: 'メールアドレスまたはパスワードが正しくありません',
  set_up: 'ダッシュボードの初期設定',
  set_up_first: '最初のアカウントを作成してください。このアカウントがチームのオーナーになります。',
  create_account: 'アカウントを作成',
  join_team: '{team} に参加',
  join: '参加する',
  choose_password:
    'パスワードを設定してください。このアドレスをここで別のチームでも使っている場合は、同じパスワードを入力するとチームを切り替えられます。',
  new_password_title: '新しいパスワードの設定',
  set_password: 'パスワードを設定',
  stay_signed_in: 'この端末ではログインしたままになり、他のすべての端末からはログアウトされます。',
  email: 'メールアドレス',
  password: 'パスワード',
  show: '表示',
  password_hint: '{count, number} 文字以上。無作為な単語をいくつか並べると覚えやすくなります。',
};
