import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { median } from '../lib/rounds.ts';

export type Weight = {
  /** JavaScript and CSS, gzip level 9, whatever compression the server used. */
  codeBytes: number;
  requests: number;
  /** Until a control is on screen and the last long task has ended, at 1.5 Mbit/s, 562 ms latency, CPU 4× slower. */
  usableMs: number;
};

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Loads a page afresh, once to weigh it and a few times slowed down. `storage` is set before anything runs. */
export async function weigh(
  url: string,
  control: string,
  storage: Record<string, string> = {},
  runs = 3,
): Promise<Weight> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
  try {
    const { codeBytes, requests } = await withPage(browser, storage, (page) => measureWeight(page, url, control));
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      times.push(await withPage(browser, storage, (page) => measureUsable(page, url, control)));
    }
    return { codeBytes, requests, usableMs: median(times) };
  } finally {
    await browser.close();
  }
}

async function withPage<Result>(
  browser: Browser,
  storage: Record<string, string>,
  use: (page: Page) => Promise<Result>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    const tasks: number[] = [];
    Object.assign(window, { taskEnds: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.startTime + entry.duration);
    }).observe({ entryTypes: ['longtask'] as never });
  }, storage);
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

async function measureWeight(page: Page, url: string, control: string) {
  let codeBytes = 0;
  let requests = 0;
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    requests += 1;
    const type = response.headers()['content-type'] ?? '';
    if (!/javascript|css/.test(type)) return;
    bodies.push(
      response.body().then((body) => {
        codeBytes += gzipSync(body, { level: 9 }).length;
      }),
    );
  });
  await page.goto(url);
  await page.locator(control).first().waitFor();
  await page.waitForTimeout(1500);
  await Promise.all(bodies);
  return { codeBytes, requests };
}

async function measureUsable(page: Page, url: string, control: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1474.56 * 1024) / 8,
    uploadThroughput: (675 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { timeout: 120_000 });
  await page.locator(control).first().waitFor({ timeout: 120_000 });
  const shownMs = await page.evaluate(() => performance.now());
  await page.waitForTimeout(2000);
  const busyUntilMs = await page.evaluate(() => Math.max(0, ...(window as unknown as { taskEnds: number[] }).taskEnds));
  // Long tasks of the two seconds after the control appeared count; what comes later is not the first load.
  return Math.max(shownMs, Math.min(busyUntilMs, shownMs + 2000));
}
