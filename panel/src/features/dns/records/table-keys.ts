/** Which row a key leads to from row `at`; null for keys that lead nowhere. */
export function targetOf(key: string, at: number, count: number, pageRows: number): number | null {
  const steps: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - pageRows,
    PageDown: at + pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
