import '../ui/app-styles.ts';
import { versionText } from '@headwater/contract/lib/messages';
import type { ReactNode } from 'react';
import { DialogHost } from './DialogHost.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { ReachNotice } from './ReachNotice.tsx';
import { Screen } from './Screen.tsx';
import classes from './Shell.module.css';
import { useEvents } from './use-events.ts';

/** The frame of the account's screens: they belong to no service, so the service header is not shown. */
export function HomeLayout(): ReactNode {
  useEvents();
  return (
    <DialogHost>
      <div className={classes.root}>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <HomeHeader />
        <ReachNotice />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Screen />
        </main>
        <footer className={classes.footer}>
          {versionText}
          <HeaderItems place="footer" />
        </footer>
      </div>
    </DialogHost>
  );
}
