import { join } from 'node:path';
import { outboxTransport } from '@headwater/engines/smtp';
import type { SendMail } from '../features/mail/index.ts';

/** The outbox of a data folder, as the worker writes it. */
export const openOutbox = (dataFolder: string): SendMail => outboxTransport(join(dataFolder, 'outbox'));
