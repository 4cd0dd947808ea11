import { defineConfig } from '@playwright/test';
import type { StageOptions } from './stage/journey.ts';

/** Journeys of a customer through the real thing: one running Headwater for all of them. */
export default defineConfig<StageOptions>({
  testDir: 'journeys',
  testMatch: '*.test.ts',
  outputDir: '../.cache/e2e',
  globalSetup: './stage/global-setup.ts',
  workers: 3,
  fullyParallel: true,
  // Machines that do much else at the same time are slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films every frame: it takes as much of the machine as the journeys themselves. `E2E_TRACE=1` leaves one.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.HEADWATER_BROWSER ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
