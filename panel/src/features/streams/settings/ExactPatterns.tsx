import { AgentPattern } from '@headwater/contract/access/schema';
import { Anchor, Text } from '@mantine/core';
import { asPart, exactPatterns, takeAsParts } from './agent-match.ts';
import classes from './EntriesField.module.css';
import type { HintProps } from './EntriesField.tsx';
import { listWords } from './list-words.ts';

/** With more than these they are told of together. */
const mostLines = 3;

/** Says of patterns without `*` what they fit, which is less than many think, and puts the stars around them. */
export function ExactPatterns({ list, onChange }: HintProps) {
  const exact = exactPatterns(list);
  const lines = exact.length > mostLines ? [exact] : exact.map((pattern) => [pattern]);
  return lines.map((patterns) => {
    const [first = '', ...others] = patterns;
    const alone = others.length === 0;
    return (
      <Text key={first} size="sm" className={classes.hint}>
        {listWords(patterns)} {alone ? 'has no *, so it fits' : 'have no *, so each fits'} only a program that sends
        exactly that text.{' '}
        {onChange && patterns.every((pattern) => AgentPattern.safeParse(asPart(pattern)).success) && (
          <Anchor component="button" type="button" size="sm" onClick={() => onChange(takeAsParts(list, patterns))}>
            {alone ? `Make it ${asPart(first)}` : 'Put * around each'}
          </Anchor>
        )}
      </Text>
    );
  });
}
