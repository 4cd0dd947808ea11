import { TOTP } from 'otpauth';
import { vi } from 'vitest';
import { type Person, password, type World } from './index.ts';

const stepMs = 30_000;

/** An authenticator app, and the paper with the recovery codes. */
export type Authenticator = { code: () => string; recoveryCodes: string[] };

/** Sets the clock into the middle of its 30 seconds, so that none of them ends while a test looks. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2 });
}

/** Lets time pass until the app shows its next code. */
export const untilNextCode = () => vi.setSystemTime(Date.now() + stepMs);

/** Switches two-step sign-in on as a person does. The code that did it is used up: time goes on to the next one. */
export async function switchOn(world: World, person: Person): Promise<Authenticator> {
  const { body } = await world.ask(person, 'POST', '/auth/two-step', { password });
  const app = new TOTP({ secret: body.secret });
  const enabled = await world.ask(person, 'PUT', '/auth/two-step', { code: app.generate() });
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  untilNextCode();
  return { code: () => app.generate(), recoveryCodes: enabled.body.recoveryCodes };
}
