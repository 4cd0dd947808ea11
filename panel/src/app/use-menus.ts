import { useQuery } from '@tanstack/react-query';
import { useService } from '../lib/current-service.ts';
import type { DeployEntry, MenuEntry, MenuName } from '../lib/feature.ts';
import { settingsQuery } from '../lib/provider.ts';
import { menuLabels } from './menu-names.ts';
import { deploy, menu } from './menus.ts';
import { inService, offered } from './offered.ts';

type Menus = {
  menusOf: (names: readonly MenuName[]) => { label: string; lines: MenuEntry[] }[];
  deployments: DeployEntry[];
};

/** What the menus hold here: in this installation, and in the service that is worked in. */
export function useMenus(): Menus {
  const service = useService();
  const { data: settings } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  return {
    menusOf: (names) =>
      names.map((name) => ({ label: menuLabels[name], lines: offered(menu, name, { service, settings }) })),
    deployments: inService(deploy, service),
  };
}
