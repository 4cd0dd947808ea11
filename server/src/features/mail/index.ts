import { mailRoutes } from '@headwater/contract/mail/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveMail } from './routes.ts';
import { sweepMail } from './sweep.ts';

export { startMailer } from './mailer.ts';
export type { SendMail } from './send-mail.ts';

export const feature: Feature = {
  routes: mailRoutes,
  serve: serveMail,
  jobs: [{ name: 'sweep-mail', cron: '37 4 * * *', run: sweepMail }],
};
