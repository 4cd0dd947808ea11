import { z } from 'zod';
import { operator } from '../../lib/activity.ts';
import { CommandError, command } from '../../lib/command.ts';
import { findPerson, nameOf } from '../account/index.ts';
import { findTwoStep } from './store.ts';
import { switchOff } from './switch.ts';

export const commands = {
  'two-step off': command({
    summary: 'Switch two-step sign-in off for somebody who lost their phone and their recovery codes',
    options: z.object({ email: z.email().toLowerCase().describe('whose sign-in; make sure that it is they who ask') }),
    async run({ email }, { database, settings, print }) {
      await database.owner.transaction().execute(async (tx) => {
        const person = await findPerson(tx, email);
        const { enabledAt } = await findTwoStep(tx, person.id, 'locked');
        if (!enabledAt) throw new CommandError(`Two-step sign-in of ${email} is not on.`);
        const { id, customer_id: customerId } = person;
        await switchOff(tx, settings, operator(customerId), { id, email, name: nameOf(person) });
      });
      print(`two-step sign-in of ${email} is off: the password alone signs in`);
    },
  }),
};
