import type { Stream } from '@headwater/contract/streams/schema';
import { AnchorLink } from '../../ui/links.tsx';

/** A stream's name, leading to it. */
export function StreamLink({ stream }: { stream: Pick<Stream, 'serviceId' | 'type' | 'id' | 'name'> }) {
  return (
    <AnchorLink
      to={`/$serviceId/streams/${stream.type}/$streamId`}
      params={{ serviceId: String(stream.serviceId), streamId: stream.id }}
      fw={550}
      inherit
      className="clip"
    >
      {stream.name}
    </AnchorLink>
  );
}
