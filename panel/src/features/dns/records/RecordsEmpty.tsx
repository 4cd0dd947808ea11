import type { DnsDomain } from '@headwater/contract/dns/domain';
import { Button, Group } from '@mantine/core';
import { IconFileImport, IconListDetails, IconPlus } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { NoMatch } from '../../../ui/NoMatch.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import type { RecordFilter } from './record-rows.ts';
import type { Dialog } from './use-dialog.ts';

type Props = { domain: DnsDomain; refused: string | null; onOpen: (dialog: Dialog) => void };

export const RecordsEmpty = ({ domain, refused, onOpen }: Props) => (
  <EmptyState
    icon={<IconListDetails size={20} />}
    title="No records yet"
    action={
      <Group gap="xs" justify="center">
        <Refusable reason={refused}>
          <Button leftSection={<IconPlus size={16} />} onClick={() => onOpen({ kind: 'form', id: null })}>
            Add record
          </Button>
        </Refusable>
        <Refusable reason={refused}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} />}
            onClick={() => onOpen({ kind: 'import' })}
          >
            Import
          </Button>
        </Refusable>
      </Group>
    }
  >
    Records say what the names of {domain.domain} stand for: an A record leads a name to a web server, an MX record
    leads its mail to a mail server. Add the first one, or bring a zone file from where the domain was before.
  </EmptyState>
);

export const NoRecordMatches = ({ filter, onClear }: { filter: RecordFilter; onClear: () => void }) => (
  <NoMatch
    what="record"
    search={[filter.type, filter.text].filter(Boolean).join(' ')}
    fields="its name, type, value, TTL or note"
    onClear={onClear}
  />
);
