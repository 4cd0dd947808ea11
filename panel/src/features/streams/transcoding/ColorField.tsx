import { Color } from '@headwater/contract/transcoding/filter';
import { TextInput } from '@mantine/core';
import classes from './ColorField.module.css';
import { contrastOf } from './contrast.ts';

type Props = {
  label: string;
  value: string;
  onChange: (color: string) => void;
  /** Whether a dark box stands behind it. */
  boxed: boolean;
  error: string | undefined;
  readOnly: boolean;
};

/** For letters as large as these. */
const readable = 3;
const black = '#000000';
/** The box lets half of the picture through: this is what it is on a white one. */
const lightestBox = '#808080';

function contrastWords(color: string, boxed: boolean): string {
  if (!Color.safeParse(color).success) return 'Six hexadecimal digits behind a #.';
  if (!boxed) return 'Without a box it can be lost on a picture of the same colour.';
  const contrast = Math.min(contrastOf(color, black), contrastOf(color, lightestBox));
  const figure = `At least ${contrast.toFixed(1)} to 1 on the box`;
  return contrast < readable ? `${figure}: hard to read, choose a lighter one.` : `${figure}: easy to read.`;
}

/** A colour, picked or typed, with how well it can be read. */
export function ColorField({ label, value, onChange, boxed, error, readOnly }: Props) {
  return (
    <TextInput
      label={label}
      description={contrastWords(value.trim().toLowerCase(), boxed)}
      classNames={{ input: 'mono' }}
      spellCheck={false}
      w={320}
      maw="100%"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={Color.safeParse(value).success ? value.trim().toLowerCase() : black}
          disabled={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
