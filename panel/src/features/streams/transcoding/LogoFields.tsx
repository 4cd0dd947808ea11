import type { Filter } from '@headwater/contract/transcoding/filter';
import { SimpleGrid, Stack } from '@mantine/core';
import { LogoPicker } from './LogoPicker.tsx';
import { PercentField } from './PercentField.tsx';
import { PositionField } from './PositionField.tsx';

type Logo = NonNullable<Filter['logo']>;
type Props = {
  serviceId: number;
  value: Logo;
  onChange: (logo: Logo) => void;
  errorOf: (field: string) => string | undefined;
  readOnly: boolean;
};

/** A logo, where it stands and how large. */
export function LogoFields({ serviceId, value, onChange, errorOf, readOnly }: Props) {
  const percent = (field: 'scalePercent' | 'marginPercent' | 'opacityPercent') => ({
    value: value[field],
    onChange: (next: number) => onChange({ ...value, [field]: next }),
    error: errorOf(`logo.${field}`),
    readOnly,
  });
  return (
    <Stack gap="md">
      <LogoPicker
        serviceId={serviceId}
        value={value.imageId}
        onChange={(imageId) => onChange({ ...value, imageId })}
        error={errorOf('logo.imageId')}
        readOnly={readOnly}
      />
      <PositionField
        label="Position of the logo"
        value={value.position}
        onChange={(position) => onChange({ ...value, position })}
        readOnly={readOnly}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PercentField label="Width" description="Of the picture's." least={1} most={100} {...percent('scalePercent')} />
        <PercentField
          label="Margin"
          description="To the edges, of the picture's width."
          most={40}
          {...percent('marginPercent')}
        />
        <PercentField
          label="Opacity"
          description="100 % hides what is behind it."
          most={100}
          {...percent('opacityPercent')}
        />
      </SimpleGrid>
    </Stack>
  );
}
