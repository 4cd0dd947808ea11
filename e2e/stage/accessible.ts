import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

type Axe = typeof axe;

/** In another scheme nothing is different but colours: what else there is to judge was judged in the first. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nothing on the page bars anybody seriously from using it. */
export async function expectAccessible(page: Page, where: string, what: 'all' | 'colours'): Promise<void> {
  // Once for each document: the browser takes ten times as long to read axe as axe takes to look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const serious = await page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        // Reading style sheets ahead would copy those of the player into styles that the page's policy refuses.
        preload: false,
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => ({
          id,
          help,
          where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
        }));
    },
    what === 'colours' ? colourRules : null,
  );
  expect.soft(serious, where).toEqual([]);
}
