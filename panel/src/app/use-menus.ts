import { useQuery } from '@tanstack/react-query';
import { useService } from '../lib/current-service.ts';
import type { DeployEntry, MenuEntry, MenuName } from '../lib/feature.ts';
import { settingsQuery } from '../lib/provider.ts';
import { deploy, menu } from './menus.ts';
import { inService, offered } from './offered.ts';

/** What the menus hold here: in this installation, and in the service that is worked in. */
export function useMenus(): { entriesOf: (name: MenuName) => MenuEntry[]; deployments: DeployEntry[] } {
  const service = useService();
  const { data: settings } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  return {
    entriesOf: (name) => offered(menu, name, { service, settings }),
    deployments: inService(deploy, service),
  };
}
