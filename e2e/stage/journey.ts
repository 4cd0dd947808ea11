import { test as base, expect } from '@playwright/test';
import { type Account, browserStateOf, readStage } from './accounts.ts';
import { Api } from './api.ts';
import { ConsoleWatch } from './console-watch.ts';
import { legacyAddresses } from './legacy.ts';
import { Origin } from './origin.ts';

export type StageOptions = {
  /** Who is signed in when the journey begins; null for nobody. */
  account: Account | null;
};

type StageFixtures = {
  /** The customer's own web server. */
  origin: Origin;
  /** The API, called by the account that is signed in. */
  api: Api;
  /** Fails the journey when any tab complains. */
  watch: ConsoleWatch;
};

export const test = base.extend<StageOptions & StageFixtures>({
  account: [null, { option: true }],
  baseURL: async ({ account: _ }, use) => use(readStage().panelUrl),
  storageState: async ({ account }, use) => use(browserStateOf(account)),
  origin: async ({ account: _ }, use) => {
    const origin = await Origin.open();
    await use(origin);
    await origin.close();
  },
  api: async ({ account }, use) => use(new Api(account ?? 'demo')),
  watch: [
    async ({ context }, use) => {
      const { panelUrl, legacyPort } = readStage();
      const watch = new ConsoleWatch(context, panelUrl, legacyAddresses(legacyPort));
      await use(watch);
      await watch.verify();
    },
    { auto: true },
  ],
});

export { expect };
