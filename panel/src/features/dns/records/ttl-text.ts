const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds, also of what people and zone files write: `1h`, `30m`, `1d12h`. Anything else stays as it was typed. */
export function secondsOf(text: string): string {
  const typed = text.trim().toLowerCase();
  if (!/^(\d{1,7}\s*[smhdw]\s*)+$/.test(typed)) return text.trim();
  const parts = typed.matchAll(/(\d+)\s*([smhdw])/g);
  return String([...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ''] ?? 0), 0));
}
