import type { MailEntry } from '@headwater/contract/dns/mail-routes';

type Server = { record: string; priority: number };
export type Provider = {
  id: string;
  label: string;
  /** What the provider's customers have to know. */
  note: string;
  servers: (domain: string) => Server[];
  /** The name that its senders stand under in an SPF record. */
  spf?: string;
};

export const providers: readonly Provider[] = [
  {
    id: 'google',
    label: 'Google Workspace',
    note: 'Verify the domain in the Google Admin console first.',
    servers: () => [{ record: 'smtp.google.com.', priority: 1 }],
    spf: '_spf.google.com',
  },
  {
    id: 'microsoft',
    label: 'Microsoft 365',
    note: 'If the Microsoft 365 admin centre shows another name, enter that one instead.',
    servers: (domain) => [{ record: `${domain.replaceAll('.', '-')}.mail.protection.outlook.com.`, priority: 0 }],
    spf: 'spf.protection.outlook.com',
  },
  {
    id: 'zoho',
    label: 'Zoho Mail',
    note: 'Accounts outside the United States have names of their own, such as mx.zoho.eu: Zoho shows which.',
    servers: () => [
      { record: 'mx.zoho.com.', priority: 10 },
      { record: 'mx2.zoho.com.', priority: 20 },
      { record: 'mx3.zoho.com.', priority: 50 },
    ],
    spf: 'zohomail.com',
  },
  {
    id: 'fastmail',
    label: 'Fastmail',
    note: 'Add the domain in the settings of Fastmail as well.',
    servers: () => [
      { record: 'in1-smtp.messagingengine.com.', priority: 10 },
      { record: 'in2-smtp.messagingengine.com.', priority: 20 },
    ],
    spf: 'spf.messagingengine.com',
  },
  {
    id: 'own',
    label: 'A server of your own',
    note: 'The name mail needs an A or AAAA record with the address of your server.',
    servers: (domain) => [{ record: `mail.${domain}.`, priority: 10 }],
  },
  {
    id: 'none',
    label: 'No mail',
    note: 'Says that nobody at this domain receives mail: senders are told at once.',
    servers: () => [{ record: '.', priority: 0 }],
  },
];

/** A lone dot: nobody here receives mail, RFC 7505. */
export const isNoMail = ({ record }: { record: string }): boolean => record === '.';

/** Whose mail servers these are. */
export const providerOf = (mail: readonly MailEntry[], domain: string): Provider | undefined =>
  providers.find(({ servers }) => {
    const wanted = servers(domain);
    return wanted.every(({ record }) => mail.some((entry) => entry.host === '@' && entry.record === record));
  });

export type MailPlan = {
  add: Server[];
  change: { entry: MailEntry; priority: number }[];
  remove: MailEntry[];
  /** Whether what goes must go before anything is added: a domain without mail has no other mail server. */
  removeFirst: boolean;
};

/** What makes these the domain's only mail servers. Those of names below the domain stay. */
export function planMail(mail: readonly MailEntry[], wanted: readonly Server[]): MailPlan {
  const own = mail.filter(({ host }) => host === '@');
  const entryOf = ({ record }: Server) => own.find((entry) => entry.record === record);
  const remove = own.filter(({ record }) => !wanted.some((server) => server.record === record));
  return {
    add: wanted.filter((server) => !entryOf(server)),
    change: wanted.flatMap((server) => {
      const entry = entryOf(server);
      return entry && entry.priority !== server.priority ? [{ entry, priority: server.priority }] : [];
    }),
    remove,
    removeFirst: [...wanted, ...remove].some(isNoMail),
  };
}
