import { CloseButton, Input, TextInput, UnstyledButton } from '@mantine/core';
import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import { formatCount } from '../../../lib/format.ts';
import { afterPress } from '../../../ui/after-press.ts';
import classes from './EntriesField.module.css';
import { addEntries, entryProblems, type Separator } from './entries.ts';

/** `onChange` puts a better list in the place of this one; a list that is only read has none. */
export type HintProps = { list: readonly string[]; onChange: ((list: string[]) => void) | undefined };

type Props = {
  label: string;
  description: ReactNode;
  placeholder: string;
  /** What one entry is called: `address`. */
  what: string;
  value: string[];
  onChange: (value: string[]) => void;
  item: z.ZodType<string>;
  by: Separator;
  /** What is wrong with the list as a whole, or what the server says of it. */
  error: string | undefined;
  readOnly: boolean;
  /** Says what is to be known of the entries and is no fault. */
  Hint?: ComponentType<HintProps>;
};

const isEnd = (key: string, by: Separator) => key === 'Enter' || (by === 'any' && [',', ';', ' '].includes(key));

/** A list of entries, typed one by one or pasted by the hundred. What is wrong stays in it, named, to be mended. */
export function EntriesField(props: Props) {
  const { label, description, placeholder, what, value, onChange, item, by, error, readOnly, Hint } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const problems = entryProblems(value, item);
  const wrong = new Set(problems.map(({ entry }) => entry));
  const add = (more: string) => {
    setText('');
    const next = addEntries(value, more, item, by);
    if (next.length > value.length) onChange(next);
  };
  const change = (list: string[]) => {
    onChange(list);
    // What was pressed is gone with it.
    input.current?.focus();
  };
  const remove = (entry: string) => change(value.filter((one) => one !== entry));
  const edit = (entry: string) => {
    remove(entry);
    setText(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnd(event.key, by)) return;
    event.preventDefault();
    add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!(by === 'any' ? /[\s,;]/ : /[\r\n]/).test(pasted.trim())) return;
    event.preventDefault();
    add(`${text}${by === 'any' ? ' ' : '\n'}${pasted}`);
  };
  const words = error !== undefined && !problems.some((problem) => problem.words === error) ? [error] : [];
  return (
    <div>
      {readOnly ? (
        <Input.Label component="div">{label}</Input.Label>
      ) : (
        <TextInput
          ref={input}
          label={label}
          description={description}
          placeholder={placeholder}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          error={problems.length > 0 || words.length > 0}
          {...((problems.length > 0 || words.length > 0) && { 'aria-describedby': `${id}-problems` })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => afterPress(() => add(text))}
        />
      )}
      {value.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <ul className={classes.chips} aria-label={`${label}: ${formatCount(value.length)}`} tabIndex={0}>
          {value.map((entry) => (
            <li key={entry} className={classes.chip} data-wrong={wrong.has(entry) || undefined}>
              {readOnly ? (
                <span className={`mono ${classes.text}`}>{entry}</span>
              ) : (
                <>
                  <UnstyledButton
                    className={`mono ${classes.text}`}
                    aria-label={`Change ${entry}`}
                    onClick={() => edit(entry)}
                  >
                    {entry}
                  </UnstyledButton>
                  <CloseButton size="xs" aria-label={`Remove ${entry}`} onClick={() => remove(entry)} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {Hint && (
        <div aria-live="polite">
          <Hint list={value} onChange={readOnly ? undefined : change} />
        </div>
      )}
      {readOnly && value.length === 0 && <span>No {what} is listed.</span>}
      <ul className={classes.problems} id={`${id}-problems`} aria-live="polite">
        {[...words, ...problems.map((problem) => problem.words)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
