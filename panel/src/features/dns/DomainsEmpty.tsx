import { IconTrash, IconWorldShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';

type Props = { search: string; deleted: boolean; onClear: () => void; action: ReactNode };

/** Why the list of domains is empty, and what to do about it. */
export function DomainsEmpty({ search, deleted, onClear, action }: Props) {
  if (search !== '') return <NoMatch what="domain" search={search} fields="its name" onClear={onClear} />;
  if (deleted) {
    return (
      <EmptyState icon={<IconTrash size={20} />} title="No deleted domains">
        A deleted domain stays here for 30 days, in which it can be restored with all its records.
      </EmptyState>
    );
  }
  return <NoDomains action={action} />;
}

/** What domains are for, to who has none. */
export function NoDomains({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={<IconWorldShare size={20} />} title="No domains yet" action={action}>
      Add a domain that you own and its records: where its website is, where its mail goes. Then enter our name servers
      at your registrar, and they answer for it.
    </EmptyState>
  );
}
