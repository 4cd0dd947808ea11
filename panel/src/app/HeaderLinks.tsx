import { IconPlus } from '@tabler/icons-react';
import { HeaderMenu } from './HeaderMenu.tsx';
import classes from './Shell.module.css';
import { placeMenus, toolMenus } from './service-menus.ts';
import { useMenus } from './use-menus.ts';

/** The service header's menus. Where they do not fit, the side panel holds the same lines. */
export function HeaderLinks() {
  const { entriesOf, deployments } = useMenus();
  return (
    <div className={classes.menus}>
      {placeMenus.map(({ name, label }) => (
        <HeaderMenu key={name} label={label} lines={entriesOf(name)} />
      ))}
      <HeaderMenu
        label="Deploy Now"
        lines={deployments}
        width={300}
        look={{ variant: 'light', color: 'spring', leftSection: <IconPlus size={14} /> }}
      />
      {toolMenus.map(({ name, label }) => (
        <HeaderMenu key={name} label={label} lines={entriesOf(name)} />
      ))}
      <HeaderMenu label="Help" lines={entriesOf('help')} />
    </div>
  );
}
