import type { TranslatedArea } from '../../catalogue.ts';
import type { faults as english } from '../en/faults.ts';

export const faults: TranslatedArea<typeof english> = {
  quota_used_up: '利用枠を使い切りました',
  not_allowed: '許可されていません',
  owners_only: 'オーナー専用',
  not_found: '見つかりません',
  no_longer_possible: 'もう実行できません',
  link_expired: 'リンクの有効期限が切れています',
  too_large: 'サイズが大きすぎます',
  too_many_attempts: '試行回数が多すぎます',
  not_available: '現在利用できません',
  error_occurred: 'エラーが発生しました',
  back: '戻る',
  home: 'ホーム',
};
