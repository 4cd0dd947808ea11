import type { Filter } from '@headwater/contract/transcoding/filter';
import { SimpleGrid, Stack } from '@mantine/core';
import classes from './CropField.module.css';
import { PercentField } from './PercentField.tsx';

type Crop = NonNullable<Filter['crop']>;
type Props = {
  value: Crop;
  onChange: (crop: Crop) => void;
  errorOf: (field: string) => string | undefined;
  readOnly: boolean;
};

const edges = [
  ['topPercent', 'Top'],
  ['bottomPercent', 'Bottom'],
  ['leftPercent', 'Left'],
  ['rightPercent', 'Right'],
] as const;

const share = (value: number) => `${typeof value === 'number' ? Math.min(45, Math.max(0, value)) : 0}%`;

/** What is cut off at each edge, and what is left of the picture. */
export function CropField({ value, onChange, errorOf, readOnly }: Props) {
  return (
    <Stack gap="md">
      <div className={classes.picture} aria-hidden="true">
        <div
          className={classes.kept}
          style={{
            top: share(value.topPercent),
            right: share(value.rightPercent),
            bottom: share(value.bottomPercent),
            left: share(value.leftPercent),
          }}
        />
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {edges.map(([edge, label]) => (
          <PercentField
            key={edge}
            label={label}
            value={value[edge]}
            onChange={(percent) => onChange({ ...value, [edge]: percent })}
            most={45}
            error={errorOf(`crop.${edge}`)}
            readOnly={readOnly}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
