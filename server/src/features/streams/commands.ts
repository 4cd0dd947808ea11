import { sql } from 'kysely';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import { republishStreams } from './publish.ts';

export const commands = {
  'service streams': command({
    summary: 'Set how many streams of a service may be live at once',
    options: z.object({
      id: z.coerce.number().int().positive().describe('of the service'),
      most: z
        .union([z.coerce.number().int().min(0).max(100_000), z.literal('default')])
        .describe('a number, or default for what every service may'),
    }),
    async run({ id, most }, { database, settings, print }) {
      const limit = most === 'default' ? null : most;
      const { numUpdatedRows } = await database.owner
        .updateTable('services')
        .set({ streams_at_once: limit })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new CommandError(`There is no service ${id}.`);
      await republishStreams(database, settings, sql`s.service_id = ${id}`);
      print(`service ${id}: at most ${limit ?? settings.liveStreamsAtOnce} streams live at once`);
    },
  }),
};
