import { Position } from '@headwater/contract/transcoding/filter';
import { useId } from 'react';
import { Fieldset } from '../../../ui/Fieldset.tsx';
import { positionWords } from './filter-words.ts';
import classes from './PositionField.module.css';

type Props = { label: string; value: Position; onChange: (position: Position) => void; readOnly: boolean };

/** One of nine places, shown where they are in the picture. The arrow keys go through them. */
export function PositionField({ label, value, onChange, readOnly }: Props) {
  const name = useId();
  return (
    <Fieldset legend={`${label}: ${positionWords[value].toLowerCase()}`}>
      <div className={classes.grid}>
        {Position.options.map((position) => (
          <label key={position} className={classes.place} title={positionWords[position]}>
            <input
              type="radio"
              name={name}
              aria-label={positionWords[position]}
              checked={position === value}
              disabled={readOnly}
              onChange={() => onChange(position)}
            />
          </label>
        ))}
      </div>
    </Fieldset>
  );
}
