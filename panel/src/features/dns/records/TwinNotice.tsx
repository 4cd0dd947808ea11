import { Alert } from '@mantine/core';
import classes from './RecordForm.module.css';
import type { Twin } from './twin-text.ts';

/** Warns of a second record where receivers of mail take one only. */
export const TwinNotice = ({ twin: { name, record } }: { twin: Twin }) => (
  <Alert
    color="yellow"
    role="status"
    title={`“${record.host}” has ${name === 'SPF' ? 'an' : 'a'} ${name} record already`}
  >
    <span className={`mono ${classes.whole}`}>{record.record}</span>
    With two, receivers go by neither of them. Change that one instead of adding another.
  </Alert>
);
