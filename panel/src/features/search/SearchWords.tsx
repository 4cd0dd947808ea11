import { Skeleton } from '@mantine/core';
import classes from './SearchDialog.module.css';

/** What stands where there is nothing to choose from. */
export function SearchWords({ sought, waiting }: { sought: string; waiting: boolean }) {
  if (sought !== '' && waiting) {
    return (
      <div className={classes.words} aria-busy="true">
        <Skeleton height={14} width="40%" mx="auto" />
        <Skeleton height={12} width="65%" mx="auto" mt="xs" />
      </div>
    );
  }
  return (
    <div className={classes.words}>
      <p className={classes.title}>{sought === '' ? 'No Recent Searches' : `Nothing found for “${sought}”`}</p>
      <p>Try searching by stream ID, name, or zone type.</p>
    </div>
  );
}
