import { SegmentedControl } from '@mantine/core';

type Props = {
  /** What is listed: `zones`. */
  what: string;
  deleted: boolean;
  onChange: (deleted: boolean) => void;
};

/** Whether a list shows what is in use, or what was deleted and can be restored. */
export function DeletedSwitch({ what, deleted, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={`Which ${what}`}
      data={[
        { value: '0', label: 'In use' },
        { value: '1', label: 'Deleted' },
      ]}
      value={deleted ? '1' : '0'}
      onChange={(value) => onChange(value === '1')}
    />
  );
}
