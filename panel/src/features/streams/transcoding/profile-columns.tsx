import type { LiveProfile } from '@headwater/contract/transcoding/routes';
import { Badge, Group } from '@mantine/core';
import { AnchorLink } from '../../../ui/links.tsx';
import { columnsOf } from '../../../ui/table-columns.ts';
import classes from './Ladder.module.css';
import { rateWords, sizeWords, topKbps } from './profile-words.ts';

const helper = columnsOf<LiveProfile>();

export const usedWords = (count: number): string =>
  count === 0 ? 'No stream' : count === 1 ? '1 stream' : `${count} streams`;

/** Rungs beside one another: the bars share a scale, so that the steps between them can be seen. */
export const profileColumns = (serviceId: number, mostKbps: number) =>
  helper.columns([
    helper.display({
      id: 'name',
      meta: { label: 'Profile', place: 'name' },
      cell: ({ row: { original: profile } }) => (
        <Group gap="xs" wrap="nowrap">
          <AnchorLink
            to="/$serviceId/streams/settings/live-transcoding/profiles/$profileId"
            params={{ serviceId: String(serviceId), profileId: profile.id }}
            size="sm"
            className="clip"
          >
            {profile.value.name}
          </AnchorLink>
          {profile.isDefault && (
            <Badge size="xs" variant="light">
              Default
            </Badge>
          )}
        </Group>
      ),
    }),
    helper.display({
      id: 'size',
      meta: { label: 'Size', place: 'state' },
      cell: ({ row }) => <span className="figure">{sizeWords(row.original.value.size)}</span>,
    }),
    helper.display({
      id: 'rate',
      meta: { label: 'Bitrate', place: 'line', maxWidth: '26rem' },
      cell: ({ row }) => (
        <span className={classes.rate}>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              style={{ display: 'block', width: `${(topKbps(row.original.value) / mostKbps) * 100}%` }}
            />
          </span>
          <span className="figure clip">{rateWords(row.original.value)}</span>
        </span>
      ),
    }),
    helper.display({
      id: 'fps',
      meta: { label: 'Frames' },
      cell: ({ row: { original } }) => (original.value.fps === 'source' ? 'As the source' : `${original.value.fps}/s`),
    }),
    helper.display({
      id: 'gop',
      meta: { label: 'Key frames' },
      cell: ({ row }) => `every ${row.original.value.gopSeconds} s`,
    }),
    helper.display({
      id: 'encoder',
      meta: { label: 'Encoder' },
      cell: ({ row: { original } }) => `${original.value.profile}, ${original.value.preset}`,
    }),
    helper.display({
      id: 'used',
      meta: { label: 'Used by', align: 'end', place: 'figure' },
      cell: ({ row }) => usedWords(row.original.usedBy.length),
    }),
  ]);
