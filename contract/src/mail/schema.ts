import { z } from 'zod';

export const EmailParams = z.object({
  emailId: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/)
    .meta({ examples: ['e5r2d8q7m3k9x4cd'] }),
});

const example = {
  id: 'e5r2d8q7m3k9x4cd',
  subject: 'Your password was changed',
  to: 'dana@riverside.example',
  state: 'sent',
  createdAt: '2026-11-21T09:30:00.000Z',
  sentAt: '2026-11-21T09:30:01.000Z',
};

/** A message to somebody of the account. */
export const Email = z
  .object({
    id: z.string(),
    subject: z.string(),
    to: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    createdAt: z.iso.datetime(),
    /** When the mail server took it; null before that. */
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Email', examples: [example] });
export type Email = z.infer<typeof Email>;

export const EmailDetails = Email.extend({
  /** Both variants say the same; one-time links are masked. */
  text: z.string(),
  html: z.string(),
}).meta({
  id: 'EmailDetails',
  examples: [
    {
      ...example,
      text: 'Hello Dana Demo,\n\nThe password…',
      html: '<!doctype html><p>Hello Dana Demo,</p><p>The password…',
    },
  ],
});
export type EmailDetails = z.infer<typeof EmailDetails>;
