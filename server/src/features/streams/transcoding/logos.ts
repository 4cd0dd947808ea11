import type { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { sql } from 'kysely';
import { recordActivity } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem, notFound, Problem } from '../../../lib/problem.ts';
import { newId } from '../../../lib/secret.ts';
import type { Handlers } from '../../../lib/serve.ts';
import { findService } from '../../services/index.ts';
import { refuseInactive } from '../change.ts';
import { refuseDamaged } from './drawable.ts';
import { readImageSize } from './image-size.ts';
import { refuseFull, tellTranscoding } from './rules.ts';
import { listLogos, readLogo } from './store.ts';
import { toLogo } from './to-kept.ts';

const mostBytes = 1_000_000;
const mostPixels = 2000;

type Own = 'listLogos' | 'uploadLogo' | 'getLogo' | 'deleteLogo';

export const logoHandlers = (deps: Deps): Pick<Handlers<typeof transcodingRoutes>, Own> => ({
  listLogos: ({ who, params: { serviceId } }) =>
    deps.database.readAsCustomer(who.customerId, async (tx) => {
      if (!(await findService(tx, serviceId))) throw notFound('Service');
      return { logos: (await listLogos(tx, serviceId)).map(toLogo) };
    }),

  async uploadLogo({ who, params: { serviceId }, body }) {
    const bytes = Buffer.from(body.base64, 'base64');
    const image = await deps.database.readAsCustomer(who.customerId, async (tx) => {
      await refuseInactive(tx, serviceId);
      await refuseFull(tx, 'live_logos', serviceId);
      return checkImage(bytes);
    });
    await refuseDamaged(deps, who.customerId, bytes);
    return deps.database.asCustomer(who.customerId, async (tx) => {
      await refuseInactive(tx, serviceId, 'hold');
      await refuseFull(tx, 'live_logos', serviceId);
      const id = newId();
      const { mediaType: media_type, width, height } = image;
      const row = { id, name: body.name, media_type, width, height };
      await tx.db
        .insertInto('live_logos')
        .values({ ...row, customer_id: who.customerId, service_id: serviceId, bytes })
        .execute();
      const object = { type: 'logo', id, name: body.name };
      await recordActivity(tx.db, who, { action: 'logo.created', object, serviceId });
      await tellTranscoding(tx, who, serviceId, id);
      return { logo: toLogo({ ...row, size_bytes: bytes.length }) };
    });
  },

  getLogo: ({ who, params: { serviceId, imageId: id } }) =>
    deps.database.readAsCustomer(who.customerId, async (tx) => {
      const { mediaType, bytes } = await readLogo(tx, { serviceId, id });
      return { mediaType, base64: bytes.toString('base64') };
    }),

  deleteLogo: ({ who, params: { serviceId, imageId: id } }) =>
    deps.database.asCustomer(who.customerId, async (tx) => {
      const { name } = await readLogo(tx, { serviceId, id });
      const { rows } = await sql<{ name: string }>`
        select value ->> 'name' as name from live_filters
        where service_id = ${serviceId} and value -> 'logo' ->> 'imageId' = ${id} limit 1`.execute(tx.db);
      if (rows[0])
        throw new Problem('conflict', `The filter ${rows[0].name} uses this logo. Choose another one there first.`);
      await tx.db.deleteFrom('live_logos').where('id', '=', id).execute();
      await recordActivity(tx.db, who, { action: 'logo.deleted', object: { type: 'logo', id, name }, serviceId });
      await tellTranscoding(tx, who, serviceId, id);
      return {};
    }),
});

function checkImage(bytes: Buffer) {
  if (bytes.length > mostBytes) {
    throw fieldProblem('not_an_image', 'base64', `This file has ${bytes.length} bytes. Use one of at most 1 MB.`);
  }
  const image = readImageSize(bytes);
  if (!image) throw fieldProblem('not_an_image', 'base64', 'This file is neither a PNG nor a JPEG.');
  const { width, height } = image;
  if (width < 1 || height < 1 || width > mostPixels || height > mostPixels) {
    throw fieldProblem(
      'not_an_image',
      'base64',
      `This image is ${width} × ${height}. Use one of at most ${mostPixels} pixels a side.`,
    );
  }
  return image;
}
