import type { Browser, Page } from '@playwright/test';

/** How long the page's main thread was kept busy at once, longest first, in milliseconds. */
export type Longest = {
  /** By the clock, which other programs of the machine slow down. */
  wallMs: number;
  /** Of the processor. */
  cpuMs: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** Does something on a page while every task of its main thread is recorded. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<Longest> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  // What the last step brought about belongs to it.
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no tasks: nothing was measured');
  return {
    wallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    cpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}

/** From each key in the filter until the list that it leaves has been drawn, milliseconds. */
export async function typeIntoFilter(page: Page, text: string): Promise<number[]> {
  const filter = page.getByRole('searchbox', { name: 'Filter records' });
  await filter.fill('');
  await filter.focus();
  await filter.evaluate((input) => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    const begin = ({ timeStamp }: Event) =>
      // The first frame draws what the key has changed; the second one begins when that is done.
      requestAnimationFrame(() => requestAnimationFrame(() => drawn.push(performance.now() - timeStamp)));
    input.addEventListener('input', begin);
  });
  const timesOf = () => page.evaluate(() => (window as unknown as { drawn: number[] }).drawn);
  for (let index = 0; index < text.length; index++) {
    await page.keyboard.press(text.charAt(index));
    while ((await timesOf()).length <= index) await page.waitForTimeout(20);
  }
  return timesOf();
}
