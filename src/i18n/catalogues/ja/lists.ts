import type { TranslatedArea } from '../../catalogue.ts';
import type { lists as english } from '../en/lists.ts';

export const lists: TranslatedArea<typeof english> = {
  upload: 'リストをアップロード',
  of_team: 'チームのリスト',
  storage: 'ディスク使用量 {used} / {most}',
  order_newest: '新しい順',
  order_oldest: '古い順',
  order_name: '名前順',
  order_addresses: 'アドレスの多い順',
  search_by_name: '名前で検索',
  folder: 'フォルダー',
  all: 'すべてのリスト',
  folder_count: '{name}（{count, number}）',
  order: '並び順',
  none: 'リストはまだありません。アップロードすると、すべての行に結果（安全に送信できるか、できない場合はその理由）が付いて返ってきます。',
  none_matches: '一致するリストはありません。',
  results: '結果',
  uploaded: 'アップロード日時',
  download_named: '{name} をダウンロード',
  edit_named: '{name} を編集：名前の変更、移動、共有',
  delete_named: '{name} を削除',
  deleted: 'リストを削除しました。',
};
