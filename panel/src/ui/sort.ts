export type Sort = { by: string; order: 'asc' | 'desc' };

/** What a press on a column's head asks for: the column, or the other order when it is the column already. */
export function nextSort(current: Sort | undefined, by: string, firstOrder: Sort['order']): Sort {
  if (current?.by !== by) return { by, order: firstOrder };
  return { by, order: current.order === 'asc' ? 'desc' : 'asc' };
}
