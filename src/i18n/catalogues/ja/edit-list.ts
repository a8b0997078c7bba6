import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'リストに戻る',
  name_and_folder: '名前とフォルダー',
  rename: '名前を変更',
  move: '移動',
  folder_example: '例：春のキャンペーン（空欄：なし）',
  share: 'レポートを共有',
  share_note:
    'リンクを知っている人は、期限までログインなしでレポートを閲覧できます。アドレスは含まれません。',
  copy_now: '今すぐリンクをコピーしてください。再表示されません。',
  no_report: 'このリストにはまだレポートがありません。',
  expires_after: '有効期間',
  days: '{count, plural, other {#}} 日',
  create_link: 'リンクを作成',
  links: 'レポートの有効なリンク',
  by: '作成者',
  expires: '期限',
  confirm_revoke: 'このリンクを失効させますか？リンクを持つ人はレポートを見られなくなります。',
  revoke: '失効',
  renamed: 'リストの名前を変更しました。',
  moved: 'リストを移動しました。',
  revoked: 'リンクを失効させました。',
};
