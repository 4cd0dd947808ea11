import { Text } from '@mantine/core';
import classes from './RecordForm.module.css';

const answers = [
  ['good', 'The record has the new address.'],
  ['nochg', 'It has this address already.'],
  ['badauth', 'No record has this secret address: it was replaced or disabled. Get a new one.'],
  ['dnserr', 'There is no address to set: it is a private one, of the other kind, or the record is off.'],
  ['abuse', 'Too many calls. Call at most every minute.'],
  ['911', 'Something is wrong on our side. Call again in a few minutes.'],
] as const;

/** The words that callers of a secret address get. Routers show them in their logs, and nothing else. */
export const DynamicAnswers = () => (
  <section aria-label="What it answers">
    <Text size="sm" fw={550} mb={4}>
      What it answers
    </Text>
    <dl className={classes.answers}>
      {answers.map(([word, meaning]) => (
        <div key={word}>
          <dt className="mono">{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <Text size="xs" c="dimmed" mt={4}>
      A call from a private address, such as 192.168.1.2 or this computer itself, gets dnserr: name the public address
      with ?myip= then.
    </Text>
  </section>
);
