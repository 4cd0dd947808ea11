import { IconTrash, IconWorldWww } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';

type Props = { search: string; deleted: boolean; onClear: () => void; action: ReactNode };

/** Why the list of zones is empty, and what to do about it. */
export function ZonesEmpty({ search, deleted, onClear, action }: Props) {
  if (search !== '') {
    return <NoMatch what="zone" search={search} fields="its name, its host name or its origin" onClear={onClear} />;
  }
  if (deleted) {
    return (
      <EmptyState icon={<IconTrash size={20} />} title="No deleted zones">
        A deleted zone stays here for 30 days, in which it can be restored.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconWorldWww size={20} />} title="No zones yet" action={action}>
      A pull zone gets a host name of its own. Its edges fetch a file from your web server once and serve it from then
      on: point your pages at the host name, and nothing else changes.
    </EmptyState>
  );
}
