import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readStage } from './accounts.ts';

/** Does what no journey can by the API or has the time to wait for. */
async function query(text: string, values: unknown[]): Promise<void> {
  const folder = join(readStage().dataFolder, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  // The postmaster's own file has its port in the fourth line.
  const port = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[3]);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'headwater', password, database: 'postgres' });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}

/** Lets so many minutes pass since somebody last gave their password. */
export const agePassword = (email: string, minutes: number): Promise<void> =>
  query(
    `update sessions set stepped_up_at = now() - make_interval(mins => $2)
      from users where users.id = sessions.user_id and users.email = $1`,
    [email, minutes],
  );

/** All journeys sign up from one address, and more often than an hour allows. */
export const forgetSignUps = (): Promise<void> =>
  query('delete from attempt_limits where starts_with(subject, $1)', ['register address ']);

/** Has a domain's parent zone publish a DS, as far as Headwater was told. No parent of a journey's domain can be asked. */
export const publishDs = (
  domain: string,
  ds: { keyTag: number; algorithm: number; digestType: number; digest: string },
) =>
  query(
    `update dns_domains set delegation = delegation || $2::jsonb
      where domain = $1`,
    [domain, JSON.stringify({ ds: [ds], checkedAt: new Date().toISOString(), dsUnreachable: false })],
  );

/** Logos could be damaged before uploads were drawn: this cuts those of a service short. */
export const damageLogos = (serviceId: number): Promise<void> =>
  query('update live_logos set bytes = substring(bytes from 1 for 45) where service_id = $1', [serviceId]);
