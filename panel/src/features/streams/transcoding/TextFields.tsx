import { type Filter, Font } from '@headwater/contract/transcoding/filter';
import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { ColorField } from './ColorField.tsx';
import { PercentField } from './PercentField.tsx';
import { PositionField } from './PositionField.tsx';

type Text = NonNullable<Filter['text']>;
type Props = {
  value: Text;
  onChange: (text: Text) => void;
  errorOf: (field: string) => string | undefined;
  readOnly: boolean;
};

const fontWords: Record<Text['font'], string> = {
  sans: 'Sans',
  'sans-bold': 'Sans, bold',
  serif: 'Serif',
  'serif-bold': 'Serif, bold',
  mono: 'Monospace',
  'mono-bold': 'Monospace, bold',
};

/** A line of text, where it stands and how it looks. */
export function TextFields({ value, onChange, errorOf, readOnly }: Props) {
  const percent = (field: 'sizePercent' | 'marginPercent') => ({
    value: value[field],
    onChange: (next: number) => onChange({ ...value, [field]: next }),
    error: errorOf(`text.${field}`),
    readOnly,
  });
  return (
    <Stack gap="md">
      <TextInput
        label="Text"
        readOnly={readOnly}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
        error={errorOf('text.text')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Font"
          data={Font.options.map((font) => ({ value: font, label: fontWords[font] }))}
          value={value.font}
          onChange={(font) => font && onChange({ ...value, font: font as Text['font'] })}
          allowDeselect={false}
          disabled={readOnly}
          error={errorOf('text.font')}
        />
        <PercentField
          label="Size"
          description="Height of the letters, of the picture's."
          least={1}
          most={50}
          {...percent('sizePercent')}
        />
      </SimpleGrid>
      <ColorField
        label="Colour"
        value={value.color}
        onChange={(color) => onChange({ ...value, color })}
        boxed={value.box}
        error={errorOf('text.color')}
        readOnly={readOnly}
      />
      <Checkbox
        label="Dark box behind it"
        description="It can be read on any picture."
        checked={value.box}
        disabled={readOnly}
        onChange={(event) => onChange({ ...value, box: event.currentTarget.checked })}
      />
      <PositionField
        label="Position of the text"
        value={value.position}
        onChange={(position) => onChange({ ...value, position })}
        readOnly={readOnly}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PercentField
          label="Margin of the text"
          description="To the edges, of the picture's width."
          most={40}
          {...percent('marginPercent')}
        />
      </SimpleGrid>
    </Stack>
  );
}
