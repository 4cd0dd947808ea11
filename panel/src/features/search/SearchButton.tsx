import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './SearchButton.module.css';

const SearchDialog = lazy(() => import('./SearchDialog.tsx'));
const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Opens the search, by mouse or by Ctrl K (⌘ K) wherever the person is, a field included. */
export function SearchButton() {
  // Its code stays away until it is first opened, and the dialog stays mounted while it closes.
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  return (
    <>
      <UnstyledButton
        className={classes.root}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.words}>Search</span>
        <span className={classes.keys} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {opened !== null && (
        <Suspense>
          <SearchDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
