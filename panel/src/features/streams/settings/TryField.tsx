import { TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { StateDot } from '../../../ui/StateDot.tsx';

/** What becomes of what was typed; null where nothing can be said of it. */
export type Verdict = { allowed: boolean; why: string } | null;

type Props = {
  label: string;
  placeholder: string;
  /** Why nothing can be said: `This is no address`. */
  unclear: string;
  judge: (text: string) => Verdict;
  aside?: (set: (text: string) => void) => ReactNode;
};

/** Tries the rule as the form stands, before anything is saved. */
export function TryField({ label, placeholder, unclear, judge, aside }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const verdict = text.trim() === '' ? null : judge(text.trim());
  return (
    <div>
      <TextInput
        id={id}
        label={label}
        placeholder={placeholder}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <output htmlFor={id} style={{ display: 'block', minHeight: '1.5rem', marginTop: '0.25rem' }}>
        {verdict && (
          <StateDot
            tone={verdict.allowed ? 'live' : 'failed'}
            word={verdict.allowed ? 'Let in' : 'Refused'}
            detail={verdict.why}
            wrap
          />
        )}
        {text.trim() !== '' && !verdict && unclear}
        {text.trim() === '' && aside?.(setText)}
      </output>
    </div>
  );
}
