/** Waits for something to become true; the last failure is the error. */
export async function until(check: () => boolean | Promise<boolean>, what: string, patienceMs = 8000): Promise<void> {
  const endMs = Date.now() + patienceMs;
  while (!(await check())) {
    if (Date.now() > endMs) throw new Error(`waited ${patienceMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
