import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

type Props = {
  /** What a row is: `zone`. */ what: string;
  search: string /** In words. */;
  fields: string;
  onClear: () => void;
};

/** What stands where a search found nothing, with the way back. */
export const NoMatch = ({ what, search, fields, onClear }: Props) => (
  <EmptyState
    icon={<IconSearchOff size={20} />}
    title={`No ${what} matches`}
    action={
      <Button variant="default" onClick={onClear}>
        Clear the search
      </Button>
    }
  >
    Nothing has «{search}» in {fields}.
  </EmptyState>
);
