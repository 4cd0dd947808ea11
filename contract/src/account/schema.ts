import { z } from 'zod';
import { Permission } from '../lib/permissions.ts';

export const Email = z
  .string()
  .trim()
  .min(1, 'Enter an e-mail address')
  .max(254, 'Use at most 254 characters')
  .toLowerCase()
  .pipe(z.email('Enter an address such as name@example.com'));

const noControls = (text: string) => !/\p{Cc}/u.test(text);
// Names stand in messages to others: they are not to carry somebody's advertisement.
const noAddress = (text: string) => !/:\/\/|www\.|@/i.test(text);
const name = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine(noControls, { error: 'Leave out control characters', abort: true })
    .refine(noAddress, 'Leave out addresses of sites and mailboxes');

export const FullName = name(200).min(1, 'Enter your name');
export const FirstName = name(100).min(1, 'Enter a first name');
export const LastName = name(100);
export const Company = name(200);

/** Length is what makes a password hard to guess; the limit above it only bounds the work of hashing. */
export const NewPassword = z.string().min(10, 'Use at least 10 characters').max(1024, 'Use at most 1024 characters');

/** A new password, typed twice. */
export const passwordTwice = { password: NewPassword, confirmation: z.string().max(1024) };
export const isSame = ({ password, confirmation }: { password: string; confirmation: string }) =>
  password === confirmation;
export const notSame = { path: ['confirmation'], message: 'The two passwords differ' };

export const Alert = z.object({
  id: z.string(),
  message: z.string(),
  linkText: z.string().nullable(),
  /** Where the link leads: a path of the panel. */
  link: z.string().nullable(),
  severity: z.enum(['info', 'warning', 'danger']),
});
export type Alert = z.infer<typeof Alert>;

export const Client = z
  .object({
    fullname: z.string(),
    email: z.email(),
    email_verified: z.boolean(),
    /** Balance in the provider's currency, a decimal with two places. */
    credit: z.string().regex(/^-?\d+\.\d{2}$/),
    alerts: z.array(Alert),
  })
  .meta({
    id: 'Client',
    examples: [
      { fullname: 'Dana Demo', email: 'dana@riverside.example', email_verified: true, credit: '125.00', alerts: [] },
    ],
  });

/** A sub-account of the main account holder, as itself and its session know it. */
export const Contact = z
  .object({
    contactid: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.email(),
    permissions: z.array(Permission),
  })
  .meta({
    id: 'Contact',
    examples: [
      {
        contactid: '7',
        firstname: 'Carl',
        lastname: 'Contact',
        email: 'carl@riverside.example',
        permissions: ['services.view', 'zones.view'],
      },
    ],
  });

export const LoginRequest = z
  .object({
    email: z.string().trim().min(1, 'Enter your e-mail address').max(254).toLowerCase(),
    password: z.string().min(1, 'Enter your password').max(1024),
    /** Where two-step sign-in is on: of the authenticator app, or a recovery code. */
    code: z.string().trim().max(50).optional(),
    /** Keeps the session for 30 days instead of 12 hours. */
    remember: z.boolean().default(false),
  })
  .meta({ examples: [{ email: 'dana@riverside.example', password: 'correct horse battery staple', remember: true }] });

export const Registration = z.object({ fullname: FullName, email: Email, password: NewPassword }).meta({
  examples: [{ fullname: 'Dana Demo', email: 'dana@riverside.example', password: 'correct horse battery staple' }],
});

/** A one-time key as a mailed link carries it in its fragment. */
export const OneTimeKey = z.string().trim().min(1, 'The link is not complete').max(100);

export const SessionInfo = z
  .object({
    id: z.string(),
    /** Whether it is the one that asks. */
    current: z.boolean(),
    remember: z.boolean(),
    address: z.string(),
    userAgent: z.string(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type SessionInfo = z.infer<typeof SessionInfo>;

/** What the account and the person who is signed in are known by. */
export const Profile = z
  .object({
    account: z.object({
      id: z.number().int(),
      fullname: z.string(),
      company: z.string(),
      email: z.email(),
      createdAt: z.iso.datetime(),
      revision: z.number().int().positive(),
    }),
    person: z.object({
      id: z.string(),
      isOwner: z.boolean(),
      firstname: z.string(),
      lastname: z.string(),
      email: z.email(),
      email_verified: z.boolean(),
      /** The address that waits to be confirmed, if any. */
      pendingEmail: z.string().nullable(),
    }),
  })
  .meta({ id: 'Profile' });
