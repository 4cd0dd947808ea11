import { z } from 'zod';
import { command } from '../../lib/command.ts';
import { confirmDelegation } from './delegation/confirm.ts';

export const commands = {
  'domain confirm': command({
    summary: 'Take a domain for delegated to the name servers here, where its parent zone cannot be asked',
    options: z.object({
      domain: z.string().trim().toLowerCase().describe('its name, such as example.com'),
      off: z.boolean().default(false).describe('take it back: the parent zone decides again'),
    }),
    async run({ domain, off }, { database, print }) {
      await confirmDelegation(database, domain, !off);
      print(off ? `${domain} is what its parent zone says` : `${domain} is taken for delegated`);
    },
  }),
};
