import { IconPlus } from '@tabler/icons-react';
import { HeaderMenus } from './HeaderMenus.tsx';
import { placeMenus, toolMenus } from './menu-names.ts';
import { useMenus } from './use-menus.ts';

const deployLook = { variant: 'light', color: 'spring', leftSection: <IconPlus size={14} /> } as const;

/** The service header's menus. */
export function ServiceMenus() {
  const { menusOf, deployments } = useMenus();
  const deploy = { label: 'Deploy Now', lines: deployments, look: deployLook };
  return <HeaderMenus menus={[...menusOf(placeMenus), deploy, ...menusOf(toolMenus), ...menusOf(['help'])]} />;
}
