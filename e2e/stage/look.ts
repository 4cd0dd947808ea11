import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';

const narrow = 390;
const widths = [1440, narrow];
const schemes = ['light', 'dark'] as const;

/**
 * Looks at the screen that is open, wide and narrow, light and dark: nothing sticks out sideways, and nothing serious
 * bars anybody from using it. With `E2E_SCREENSHOTS` set to a folder, pictures are left there.
 */
export async function look(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize();
  await settle(page);
  for (const [at, scheme] of schemes.entries()) {
    await wear(page, scheme);
    // There and back: neither scheme nor width is changed more often than it must be, and each change styles all anew.
    for (const width of at === 0 ? widths : widths.toReversed()) {
      await page.setViewportSize({ width, height: width === narrow ? 844 : 900 });
      await judge(page, `${screen}, ${width} px, ${scheme}`, scheme);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}

/**
 * The same in the width that the window has, for what another width would not show. Looking closes menus: `open` opens
 * the one that is meant, each time.
 */
export async function lookAsItIs(page: Page, screen: string, open?: () => Promise<void>): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const scheme of schemes) {
    await wear(page, scheme);
    await open?.();
    await judge(page, `${screen}, ${width} px, ${scheme}`, scheme);
  }
  await page.emulateMedia({ colorScheme: null });
}

type Scheme = (typeof schemes)[number];

async function wear(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
}

async function judge(page: Page, where: string, scheme: Scheme): Promise<void> {
  await settle(page);
  await expectNothingSticksOut(page, where);
  await photograph(page, where);
  await expectAccessible(page, where, scheme === schemes[0] ? 'all' : 'colours');
}

/** Waits until what was on its way is there. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  // Half-way from one scheme to the other, colours are nobody's choice. What inherits a colour may set out only once its
  // parent has arrived.
  await page.evaluate(async () => {
    const underWay = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let transitions = underWay(); transitions.length > 0; transitions = underWay()) {
      await Promise.allSettled(transitions.map(({ finished }) => finished));
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
}

const softly = expect.configure({ soft: true });

/** A chart learns of its new width a moment after the window has it. */
async function expectNothingSticksOut(page: Page, where: string): Promise<void> {
  const outside = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await softly.poll(outside, { message: `the page scrolls sideways: ${where}`, timeout: 5000 }).toBeLessThanOrEqual(0);
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
  // Hiding the caret or stopping animations would add a style that the page's policy refuses.
  await page.screenshot({ path, fullPage: true, caret: 'initial', animations: 'allow' });
}
