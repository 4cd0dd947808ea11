/**
 * Waits for something to become true; the last failure is the error. Its patience is for a machine with much else to do: how
 * fast something is, a test says of its own.
 */
export async function until(check: () => boolean | Promise<boolean>, what: string, patienceMs = 40_000): Promise<void> {
  // Tests may turn the clock that tells the date.
  const endMs = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > endMs) throw new Error(`waited ${patienceMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
