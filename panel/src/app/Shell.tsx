import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useProviderName } from '../lib/provider.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { Frame } from './Frame.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { ServiceMenus } from './ServiceMenus.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import { ServicePlaces } from './ServicePlaces.tsx';
import classes from './Shell.module.css';
import { SideDrawer } from './SideDrawer.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useNarrow } from './use-narrow.ts';

const openKey = 'headwater-side-panel';
const stay = () => {};

/** The frame of a service's screens: header, side panel, footer. */
export function Shell(): ReactNode {
  const provider = useProviderName();
  const narrow = useNarrow();
  const [open, setOpen] = useState(() => localStorage.getItem(openKey) !== 'closed');
  const toggle = () => {
    localStorage.setItem(openKey, open ? 'closed' : 'open');
    setOpen(!open);
  };
  const header = (
    <>
      {narrow ? (
        <SideDrawer label="Service" places={(onLeave) => <ServicePlaces whole onLeave={onLeave} />} />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={open ? 'Close side panel' : 'Open side panel'}
          aria-expanded={open}
          onClick={toggle}
        >
          <IconLayoutSidebar size={18} />
        </ActionIcon>
      )}
      <Link to="/home" className={classes.brand} data-glyph aria-label={`${provider}, home`}>
        <Wordmark />
      </Link>
      <ButtonLink to="/home" variant="subtle" color="gray" size="compact-md" visibleFrom="lg">
        Home
      </ButtonLink>
      <ServicePicker />
      {narrow ? <div className={classes.gap} /> : <ServiceMenus />}
      <HeaderItems place="service-header" />
      <SchemeToggle />
      <PersonMenu />
    </>
  );
  const side = !narrow && open && (
    <aside className={classes.side} aria-label="Side panel">
      <SidePanel label="Service">
        <ServicePlaces onLeave={stay} />
      </SidePanel>
    </aside>
  );
  return <Frame header={header} side={side || null} />;
}
