import '../ui/app-styles.ts';
import { versionText } from '@headwater/contract/lib/messages';
import { ActionIcon, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useProviderName } from '../lib/provider.ts';
import { Wordmark } from '../ui/Wordmark.tsx';
import { DialogHost } from './DialogHost.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { HeaderLinks } from './HeaderLinks.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { ReachNotice } from './ReachNotice.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { Screen } from './Screen.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import classes from './Shell.module.css';
import { SidePanel } from './SidePanel.tsx';
import { useEvents } from './use-events.ts';

const openKey = 'headwater-side-panel';

/** The frame of a service's screens: header, side panel, footer. */
export function Shell(): ReactNode {
  useEvents();
  const provider = useProviderName();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(() => localStorage.getItem(openKey) !== 'closed');
  const [drawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
  useEffect(() => setDrawerOpen(false), [pathname]);
  const toggle = () => {
    if (narrow) return setDrawerOpen(true);
    localStorage.setItem(openKey, open ? 'closed' : 'open');
    setOpen(!open);
  };
  const shown = narrow ? drawerOpen : open;
  return (
    <DialogHost>
      <div className={classes.root} data-side={(!narrow && open) || undefined}>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <header className={classes.header}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={shown ? 'Close side panel' : 'Open side panel'}
            aria-expanded={shown}
            onClick={toggle}
          >
            {narrow ? <IconMenu2 size={18} /> : <IconLayoutSidebar size={18} />}
          </ActionIcon>
          <Link to="/home" className={classes.brand} data-glyph aria-label={`${provider}, home`}>
            <Wordmark />
          </Link>
          <ServicePicker />
          <HeaderLinks />
          <div className={classes.gap} />
          <HeaderItems place="service-header" />
          <SchemeToggle />
          <PersonMenu />
        </header>
        {!narrow && open && (
          <aside className={classes.side} aria-label="Side panel">
            <SidePanel onLeave={() => {}} />
          </aside>
        )}
        <Drawer opened={drawerOpen} onClose={() => setDrawerOpen(false)} title={<Wordmark />} size={272} zIndex={300}>
          <SidePanel onLeave={() => setDrawerOpen(false)} />
        </Drawer>
        <ReachNotice />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Screen />
        </main>
        <footer className={classes.footer}>{versionText}</footer>
      </div>
    </DialogHost>
  );
}
