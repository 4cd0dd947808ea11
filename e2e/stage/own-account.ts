import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { Api } from './api.ts';
import { forgetSignUps } from './database.ts';
import { linkIn, untilMail } from './mail.ts';

/** An account that a journey makes for itself, to lock, rename and sign out as it likes. */
export type OwnAccount = { email: string; password: string; token: string; serviceId: number; api: Api };

export const newAddress = (name: string): string => `${name}-${randomBytes(4).toString('hex')}@headwater.test`;

/** Signs up, verifies by the mailed link and starts a trial, all by the API. */
export async function makeOwnAccount(fullname: string): Promise<OwnAccount> {
  const email = newAddress('own');
  const password = 'a password of my own';
  const nobody = new Api('demo', null);
  await forgetSignUps();
  expect((await nobody.call('POST', '/auth/register', { fullname, email, password })).status).toBe(202);
  const [, key] = linkIn(await untilMail(email, 'Verify your e-mail address')).split('#');
  expect((await nobody.call('POST', '/auth/verify-email', { key })).status).toBe(200);
  const token = await openSession(email, password);
  const api = new Api('demo', token);
  const { status, body } = await api.call('POST', '/services', { product: 'trial-cdn', domain: 'own.example' });
  expect(status, JSON.stringify(body)).toBe(201);
  return { email, password, token, serviceId: (body.service as { id: number }).id, api };
}

/** Signs in by the API. @returns the token. */
export async function openSession(email: string, password: string): Promise<string> {
  const { status, body } = await new Api('demo', null).call('POST', '/auth/login', { email, password });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.token);
}

/** Gives a session to the browser and opens a page with it. */
export async function enter(page: Page, token: string, path: string): Promise<void> {
  await page.goto('/error');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(path);
}

/** Fills in the sign-in page, which is open. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
