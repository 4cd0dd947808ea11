import type { Headwater } from './running.ts';

export const password = 'headwater-demo';

/**
 * Who walks through the panel. The first four come with the demo; the others are made for journeys that count what
 * they see, so that no journey disturbs another.
 */
export const accounts = {
  demo: { email: 'demo@headwater.test' },
  contact: { email: 'contact@headwater.test' },
  other: { email: 'other@headwater.test' },
  newcomer: { email: 'new@headwater.test' },
  shop: { email: 'shop@headwater.test', name: 'Sana Shop', service: 'shop.example' },
  figures: { email: 'figures@headwater.test', name: 'Finn Figures', service: 'figures.example' },
  // A name without a letter has no initials.
  lists: { email: 'lists@headwater.test', name: '4711', service: 'lists.example' },
  records: { email: 'records@headwater.test', name: 'Rita Records', service: 'records.example' },
  streams: { email: 'streams@headwater.test', name: 'Stella Streams', service: 'streams.example' },
  gates: { email: 'gates@headwater.test', name: 'Gita Gates', service: 'gates.example' },
  unverified: {
    email: 'unverified@headwater.test',
    name: 'Uma Unverified',
    service: 'hilltop.example',
    unverified: true,
  },
  viewer: { email: 'viewer@headwater.test', name: 'Vera Viewer', mayOnly: 'services.view,zones.view,dns.view' },
} as const;
export type Account = keyof typeof accounts;

export type SignedIn = { token: string; contactid: string | null; serviceId: number | null };
/** What the stage tells the journeys about the Headwater that runs. */
export type Stage = {
  panelUrl: string;
  edgePort: number;
  /** Where name servers answer, on 127.0.0.1. */
  dnsPort: number;
  dataFolder: string;
  /** Where `stage/legacy.ts` plays the provider's other site. */
  legacyPort: number;
  signedIn: Record<Account, SignedIn>;
};

export const readStage = (): Stage => JSON.parse(process.env.HEADWATER_JOURNEYS ?? '{}') as Stage;

/** Makes the accounts that the demo does not have. */
export async function makeAccounts(headwater: Headwater): Promise<void> {
  const customers = Object.values(accounts).filter((account) => 'service' in account);
  const { email: viewer, name, mayOnly } = accounts.viewer;
  const ofDemo = ['--customer', accounts.demo.email, '--permissions', mayOnly];
  await Promise.all([
    ...customers.map(async ({ email, name, service, ...rest }) => {
      const unverified = 'unverified' in rest ? ['--unverified'] : [];
      const person = ['--email', email, '--name', name, '--password', password];
      await headwater.operate('customer', 'create', ...person, ...unverified);
      await headwater.operate('service', 'create', '--email', email, '--product', 'CDN Pro', '--domain', service);
    }),
    headwater.operate('contact', 'create', ...ofDemo, '--email', viewer, '--name', name, '--password', password),
  ]);
}

/** Signs every account in once: attempts are limited, and one session serves all journeys of an account. */
export async function signInAll(panelUrl: string): Promise<Stage['signedIn']> {
  const names = Object.keys(accounts) as Account[];
  const sessions = await Promise.all(names.map(async (name) => [name, await signIn(panelUrl, name)] as const));
  return Object.fromEntries(sessions) as Stage['signedIn'];
}

/** Opens a session by the API. */
export async function signIn(panelUrl: string, account: Account): Promise<SignedIn> {
  const reply = await fetch(`${panelUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: accounts[account].email, password }),
  });
  const { token, contactid } = (await reply.json()) as { token: string; contactid: string | null };
  const list = await fetch(`${panelUrl}/api/v1/services`, { headers: { authorization: `Bearer ${token}` } });
  const { services } = (await list.json()) as { services?: { id: number; domainstatus: string }[] };
  const active = services?.find(({ domainstatus }) => domainstatus === 'Active');
  return { token, contactid, serviceId: active?.id ?? null };
}

/** What a browser holds of someone who signed in. */
export function browserStateOf(account: Account | null) {
  const { panelUrl, signedIn } = readStage();
  if (account === null) return { cookies: [], origins: [] };
  const { token, contactid } = signedIn[account];
  const localStorage = [
    { name: 'token', value: token },
    { name: 'isSubContact', value: String(contactid !== null) },
    ...(contactid === null ? [] : [{ name: 'contactid', value: contactid }]),
  ];
  return { cookies: [], origins: [{ origin: panelUrl, localStorage }] };
}
