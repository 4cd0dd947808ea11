import type { Tone } from '../../../lib/deployment-words.ts';
import type { RecordNews } from './record-queries.ts';

export type InlineField = 'record' | 'ttl';

/** What can be done from a row. The functions stay the same, so that no row is drawn again for them. */
export type RowActions = {
  activate: (id: string) => void;
  select: (id: string, range: boolean) => void;
  openForm: (id: string) => void;
  duplicate: (id: string) => void;
  editInline: (id: string, field: InlineField) => void;
  /** With what was saved; without, it was left. */
  endInline: (id: string, news?: RecordNews) => void;
  setStatus: (ids: readonly string[], status: 0 | 1) => void;
  setProxy: (id: string, proxy: 0 | 1) => void;
  openMenu: (id: string | null) => void;
  openDynamicUrl: (id: string) => void;
  askDelete: (ids: readonly string[]) => void;
};

export type RowState = {
  selected: boolean;
  /** The one that Tab and the arrow keys are at. */
  active: boolean;
  /** How far the newest change of this record has got; null for records that did not change. */
  mark: Tone | null;
  editing: InlineField | null;
  menuOpen: boolean;
  busy: boolean;
  /** Why records cannot be changed; null when they can. */
  refused: string | null;
};
