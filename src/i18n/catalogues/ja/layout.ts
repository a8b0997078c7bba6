import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: '本文へ移動',
  account: 'アカウント',
  api_docs: 'API ドキュメント',
  sign_out: 'ログアウト',
  member_of: '{team} の{role, select, owner {オーナー} other {メンバー}}',
  teams: 'チーム',
  switch_to: '{team} に切り替える',
  settings: '設定',
};
