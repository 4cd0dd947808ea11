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
      metricsPort: null,
      edgeDomain: 'cdn.localhost',
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      demoOrigin: 'http://127.0.0.1:3081',
      allowPrivateOrigins: false,
      smtpUrl: null,
      mailFrom: { name: 'Headwater', address: 'no-reply@localhost' },
    });
  });

  test('are read from the environment', () => {
    const settings = readSettings({
      ...least,
      HEADWATER_PORT: '8443',
      HEADWATER_EDGE_DOMAIN: 'CDN.Example',
      HEADWATER_METRICS_PORT: '9464',
      HEADWATER_DEMO: '0',
      HEADWATER_TRUST_PROXY: 'on',
      HEADWATER_ALLOW_PRIVATE_ORIGINS: 'true',
    });
    expect(settings).toMatchObject({
      port: 8443,
      metricsPort: 9464,
      publicUrl: 'http://localhost:8443',
      edgeDomain: 'cdn.example',
      demoOrigin: null,
      trustProxy: true,
      allowPrivateOrigins: true,
    });
  });

  test('that are set to nothing are not set', () => {
    const empty = { HEADWATER_METRICS_PORT: '', HEADWATER_PORT: '', HEADWATER_SMTP_URL: '', DATABASE_APP_URL: '' };
    expect(readSettings({ ...least, ...empty })).toEqual(readSettings(least));
  });

  test('take the public address with or without a slash at its end', () => {
    for (const given of ['https://panel.example', 'https://panel.example/']) {
      expect(readSettings({ ...least, HEADWATER_PUBLIC_URL: given }).publicUrl).toBe('https://panel.example');
    }
  });

  test.each([
    [{ DATABASE_URL: undefined }, /^DATABASE_URL/],
    [{ DATABASE_URL: '' }, /DATABASE_URL must name a PostgreSQL database/],
    [{ HEADWATER_SECRET: 'short' }, /HEADWATER_SECRET must have at least 32 characters/],
    [{ HEADWATER_PORT: '0' }, /^HEADWATER_PORT/],
    [{ HEADWATER_METRICS_PORT: '70000' }, /^HEADWATER_METRICS_PORT/],
    [{ HEADWATER_PORT: 'http' }, /^HEADWATER_PORT/],
    [{ HEADWATER_DEMO: 'yes' }, /^HEADWATER_DEMO/],
    [{ HEADWATER_PUBLIC_URL: 'panel.example' }, /^HEADWATER_PUBLIC_URL/],
    [{ HEADWATER_SMTP_URL: 'mail.example:25' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'https://mail.example' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'smtp://dana:100%@mail.example' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'smtp://mail.example?secure=false' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_MAIL_FROM: 'Riverside' }, /^HEADWATER_MAIL_FROM/],
    [{ HEADWATER_MAIL_FROM: 'Riverside <nobody>' }, /^HEADWATER_MAIL_FROM/],
  ])('with %j say which one is wrong', (change, message) => {
    expect(() => readSettings({ ...least, ...change })).toThrow(message);
  });

  test('never repeat the password of the mail server', () => {
    const environment = { ...least, HEADWATER_SMTP_URL: 'smpt://dana:hush-hush@mail.example' };
    expect(() => readSettings(environment)).toThrow(/^(?!.*hush)/s);
  });

  test.each([
    ['mail@riverside.example', { name: '', address: 'mail@riverside.example' }],
    ['Riverside <mail@riverside.example>', { name: 'Riverside', address: 'mail@riverside.example' }],
    ['"Riverside, Inc." <mail@riverside.example>', { name: 'Riverside, Inc.', address: 'mail@riverside.example' }],
  ])('take %s as the sender of messages', (text, mailFrom) => {
    expect(readSettings({ ...least, HEADWATER_MAIL_FROM: text }).mailFrom).toEqual(mailFrom);
  });

  test('make the sender from the provider’s name and the host of the panel', () => {
    const given = { HEADWATER_PROVIDER_NAME: 'Riverside', HEADWATER_PUBLIC_URL: 'https://panel.example:8443/' };
    expect(readSettings({ ...least, ...given }).mailFrom).toEqual({
      name: 'Riverside',
      address: 'no-reply@panel.example',
    });
  });

  test('take the secret from the data folder, and say where they looked for it', () => {
    const { HEADWATER_SECRET: _, ...rest } = least;
    const environment = { ...rest, HEADWATER_DATA: folder };
    expect(() => readSettings(environment)).toThrow(`${join(folder, 'secret')} does not exist`);
    writeFileSync(join(folder, 'secret'), `${'k'.repeat(40)}\n`);
    expect(readSettings(environment).secret).toBe('k'.repeat(40));
  });
});
