const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds, also written with units as BIND has them: `1h30m`. Null for anything else. */
export function readTtl(text: string): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  if (!/^(\d{1,10}[smhdw])+$/i.test(text)) return null;
  const parts = text.toLowerCase().matchAll(/(\d+)([smhdw])/g);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ''] ?? 0), 0);
}
