import '../ui/app-styles.ts';
import { versionText } from '@headwater/contract/lib/messages';
import type { ReactNode } from 'react';
import { DialogHost } from './DialogHost.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { ReachNotice } from './ReachNotice.tsx';
import { Screen } from './Screen.tsx';
import classes from './Shell.module.css';
import { useEvents } from './use-events.ts';

/** What stands around every screen. `side` is null where there is no side panel, or it is closed. */
export function Frame({ header, side = null }: { header: ReactNode; side?: ReactNode }) {
  useEvents();
  return (
    <DialogHost>
      <div className={classes.root} data-side={side !== null || undefined}>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <header className={classes.header}>{header}</header>
        {side}
        <ReachNotice />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Screen />
        </main>
        <footer className={classes.footer}>
          <span>{versionText}</span>
          <HeaderItems place="footer" />
        </footer>
      </div>
    </DialogHost>
  );
}
