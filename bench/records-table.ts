import { type Browser, chromium, type Page } from '@playwright/test';
import { Api } from './lib/api.ts';
import { dropDataFolder, makeDataFolder, startHeadwater } from './lib/headwater.ts';
import { median, percentile, ratioOf } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { longestTask, typeIntoFilter } from './records-table/watch.ts';

const many = 10_000;
const few = 20;
const rounds = 5;
const mostFrameMs = 100;

/** What a list of 10,000 records costs the one who works in it, beside one of 20 in the same panel. */
export async function run(): Promise<Section> {
  const dataFolder = await makeDataFolder();
  const headwater = await startHeadwater(dataFolder);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const api = new Api(headwater.url);
    const token = await api.signIn('demo@headwater.test', 'headwater-demo');
    const paths = { many: await makeDomain(api, 'many', many), few: await makeDomain(api, 'few', few) };
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((value) => location.protocol === 'http:' && localStorage.setItem('token', value), token);
    return await measure(browser, page, { many: headwater.url + paths.many, few: headwater.url + paths.few });
  } finally {
    await browser.close();
    await headwater.stop();
    await dropDataFolder(dataFolder);
  }
}

async function makeDomain(api: Api, name: string, count: number): Promise<string> {
  const { services } = await api.ask<{ services: { id: number }[] }>('GET', '/services');
  const list = `/services/${services[0]!.id}/dns/domains`;
  const { domain } = await api.ask<{ domain: { id: string } }>('POST', list, { domain: `${name}.example` });
  const lines = Array.from({ length: count }, (_, index) => `h${index} A 192.0.${index >> 8}.${index & 255}`);
  await api.ask('POST', `${list}/${domain.id}/import`, { zone: `$TTL 3600\n${lines.join('\n')}\n` });
  return `/${services[0]!.id}/dns?domain=${domain.id}`;
}

type Name = 'many' | 'few';

async function measure(browser: Browser, page: Page, urls: Record<Name, string>): Promise<Section> {
  const opened: Record<Name, number[]> = { many: [], few: [] };
  const typed: Record<Name, number[]> = { many: [], few: [] };
  const keys: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const name of ['few', 'many'] as const) {
      opened[name].push(await open(page, urls[name]));
      const times = await typeIntoFilter(page, 'h1 192');
      typed[name].push(median(times));
      if (name === 'many') keys.push(...times);
    }
  }
  await open(page, urls.many);
  const box = page.getByRole('grid', { name: 'Records' }).locator('xpath=..');
  const steps: Record<string, () => Promise<void>> = {
    'scrolling by wheel': async () => {
      await box.hover();
      for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 600);
    },
    'jumping to and fro': () =>
      box.evaluate(async (element) => {
        for (let jump = 0; jump < 30; jump++) {
          element.scrollTop = ((jump * 7919) % 100) * (element.scrollHeight / 100);
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }
      }),
    'a key in the filter': async () => void (await typeIntoFilter(page, 'h1 192')),
    'clearing the filter': () => page.getByRole('searchbox', { name: 'Filter records' }).fill(''),
    'sorting by value': () => page.getByRole('columnheader', { name: 'Value' }).getByRole('button').click(),
    'selecting all': () => page.getByLabel('Select all that are listed').click(),
  };
  const rows: Section['rows'] = [
    {
      what: 'First rows of 10,000 after a reload, p50',
      value: `${median(opened.many).toFixed(0)} ms`,
      against: `of 20 records: ${median(opened.few).toFixed(0)} ms`,
      ratio: ratioOf(opened.many, opened.few),
    },
    {
      what: 'Filter keystroke until drawn, p50 / p95',
      value: `${median(keys).toFixed(0)} / ${percentile(keys, 0.95).toFixed(0)} ms`,
      against: `in 20 records: ${median(typed.few).toFixed(0)} ms`,
      ratio: ratioOf(typed.many, typed.few),
      note: 'two frames are 33 ms',
    },
  ];
  for (const [what, step] of Object.entries(steps)) {
    const { wallMs, cpuMs } = await longestTask(browser, page, step);
    rows.push({
      what: `Longest frame: ${what}`,
      value: `${cpuMs.toFixed(0)} ms of the processor`,
      against: '–',
      mark: `≤ ${mostFrameMs} ms`,
      met: cpuMs <= mostFrameMs,
      // Whatever else ran on the machine took its share of these.
      note: `${wallMs.toFixed(0)} ms by the clock`,
    });
  }
  return { title: `The list of ${many.toLocaleString('en')} records in the panel`, rows };
}

async function open(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  const begin = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('grid', { name: 'Records' }).getByRole('row').nth(5).waitFor();
  const tookMs = performance.now() - begin;
  await page.waitForTimeout(500);
  return tookMs;
}
