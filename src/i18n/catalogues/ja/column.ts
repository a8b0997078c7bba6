import type { TranslatedArea } from '../../catalogue.ts';
import type { column as english } from '../en/column.ts';

export const column: TranslatedArea<typeof english> = {
  which: 'メールアドレスを含む列はどれですか？',
  several: '複数の列にメールアドレスがあります。選択するまで開始されません。複数選択もできます。',
  go_on: '選択した列で続行',
  first_rows: '先頭の行',
  caption: 'リストの先頭の行',
  confirm_delete: 'このリストを削除しますか？',
};
