import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const least = { DATABASE_URL: 'postgres://u@localhost/db', HEADWATER_SECRET: 's'.repeat(32) };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  test('need little: everything else has a default', () => {
    expect(readSettings(least)).toMatchObject({
      bind: '127.0.0.1',
      port: 3000,
      edgePort: 8080,
      edgeDomain: 'cdn.localhost',
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      demoOrigin: 'http://127.0.0.1:3081',
      allowPrivateOrigins: false,
    });
  });

  test('are read from the environment', () => {
    const settings = readSettings({
      ...least,
      HEADWATER_PORT: '8443',
      HEADWATER_EDGE_DOMAIN: 'CDN.Example',
      HEADWATER_DEMO: '0',
      HEADWATER_TRUST_PROXY: 'on',
      HEADWATER_ALLOW_PRIVATE_ORIGINS: 'true',
    });
    expect(settings).toMatchObject({
      port: 8443,
      publicUrl: 'http://localhost:8443',
      edgeDomain: 'cdn.example',
      demoOrigin: null,
      trustProxy: true,
      allowPrivateOrigins: true,
    });
  });

  test.each([
    [{ DATABASE_URL: undefined }, /^DATABASE_URL/],
    [{ DATABASE_URL: '' }, /DATABASE_URL must name a PostgreSQL database/],
    [{ HEADWATER_SECRET: 'short' }, /HEADWATER_SECRET must have at least 32 characters/],
    [{ HEADWATER_PORT: '0' }, /^HEADWATER_PORT/],
    [{ HEADWATER_PORT: 'http' }, /^HEADWATER_PORT/],
    [{ HEADWATER_DEMO: 'yes' }, /^HEADWATER_DEMO/],
    [{ HEADWATER_PUBLIC_URL: 'panel.example' }, /^HEADWATER_PUBLIC_URL/],
  ])('with %j say which one is wrong', (change, message) => {
    expect(() => readSettings({ ...least, ...change })).toThrow(message);
  });

  test('take the secret from the data folder, and say where they looked for it', () => {
    const { HEADWATER_SECRET: _, ...rest } = least;
    const environment = { ...rest, HEADWATER_DATA: folder };
    expect(() => readSettings(environment)).toThrow(`${join(folder, 'secret')} does not exist`);
    writeFileSync(join(folder, 'secret'), `${'k'.repeat(40)}\n`);
    expect(readSettings(environment).secret).toBe('k'.repeat(40));
  });
});
