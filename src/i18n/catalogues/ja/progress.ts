import type { TranslatedArea } from '../../catalogue.ts';
import type { progress as english } from '../en/progress.ts';

export const progress: TranslatedArea<typeof english> = {
  count: 'アドレス {total, number} 件中 {done, number} 件',
  greylisted: 'グレーリスト {count, number} 件',
  deferred: 'サーバー側で延期 {count, number} 件',
  blocked: 'プロバイダーが拒否 {count, number} 件',
  waiting: '待機中 {count, number} 件',
  next_try: '{wait}、次の試行 {time}',
  recorded: '記録済み {count, number} 件：{verdicts}',
};
