import { z } from 'zod';
import { Permission } from '../lib/permissions.ts';

export const Client = z
  .object({
    fullname: z.string(),
    email: z.email(),
    email_verified: z.boolean(),
    /** Balance in the provider's currency, a decimal with two places. */
    credit: z.string().regex(/^-?\d+\.\d{2}$/),
    alerts: z.array(
      z.object({
        id: z.string(),
        message: z.string(),
        linkText: z.string().nullable(),
        severity: z.enum(['info', 'warning', 'danger']),
      }),
    ),
  })
  .meta({
    id: 'Client',
    examples: [
      { fullname: 'Dana Demo', email: 'dana@riverside.example', email_verified: true, credit: '125.00', alerts: [] },
    ],
  });

/** A sub-account of the main account holder. */
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
    /** Keeps the session for 30 days instead of 12 hours. */
    remember: z.boolean().default(false),
  })
  .meta({ examples: [{ email: 'dana@riverside.example', password: 'correct horse battery staple', remember: true }] });
