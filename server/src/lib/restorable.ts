/** What is deleted can be restored, and its name is held back, for this long. */
export const restorableDays = 30;

export const restorableUntil = (deletedAt: Date | null): string | null =>
  deletedAt && new Date(deletedAt.getTime() + restorableDays * 86_400_000).toISOString();
