import type { streamRoutes } from '@headwater/contract/streams/routes';
import { canonicalAddress } from '../../lib/canonical-address.ts';
import { signPath } from '../../lib/edge-link.ts';
import type { Deps } from '../../lib/feature.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import type { Handlers } from '../../lib/serve.ts';
import { baseUrlOf, masterName, pathOf, rewindName } from './places.ts';
import { passOf, unsealSecrets } from './secrets.ts';
import { findStream, readKey } from './store.ts';

const previewSeconds = 600;

/** Signed links to streams: what viewers get, and what the panel's own player uses. */
export const linkHandlers = ({
  database,
  settings,
}: Deps): Pick<Handlers<typeof streamRoutes>, 'createPlaybackLink'> => ({
  createPlaybackLink: ({ who, params, body }) =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const stream = await findStream(tx, readKey(params));
      const { securetoken, ndvr } = stream.settings;
      const isPreview = body.for === 'preview';
      if (!isPreview && !securetoken.enabled) {
        throw new Problem('conflict', 'This stream is not protected by secure tokens: its address needs no signature.');
      }
      const isBound = !isPreview && securetoken.bindIp;
      if (isBound && body.ip === undefined) {
        throw fieldProblem('invalid_input', 'ip', 'Links of this stream are bound to an address: enter the viewer’s');
      }
      const key = isPreview ? passOf(settings, stream.id) : unsealSecrets(settings, stream.secrets).tokenSecrets[0]!;
      const expires = new Date(Date.now() + (isPreview ? previewSeconds : body.expiresInSeconds) * 1000);
      const sign = (rest: string) => {
        const link = { directory: `/${pathOf(stream, settings)}/`, rest, expires };
        return (
          baseUrlOf(stream.service_id, settings) +
          signPath(key, { ...link, address: isBound ? canonicalAddress(body.ip!) : undefined })
        );
      };
      return {
        hls: sign(masterName),
        rewind: ndvr.enabled ? sign(rewindName) : null,
        expiresAt: expires.toISOString(),
      };
    }),
});
