import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Menu } from '@mantine/core';
import { IconExternalLink, IconRadar2, IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { useRefusal } from '../../lib/permission.ts';
import { ActionsMenu } from '../../ui/ActionsMenu.tsx';
import { EndActions } from '../../ui/EndActions.tsx';
import { MenuLink } from '../../ui/links.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { DeleteDomainDialog } from './DeleteDomainDialog.tsx';
import { DisableDomainDialog } from './DisableDomainDialog.tsx';
import { useCheckDomain, useDomainStatus, usePreferDomain } from './use-domain-deeds.ts';

/** What can be done to a domain from its row. */
export function DomainMenu({ domain }: { domain: DnsDomain }) {
  const [asking, setAsking] = useState<'disable' | 'delete' | null>(null);
  const setStatus = useDomainStatus(domain);
  const prefer = usePreferDomain(domain);
  const check = useCheckDomain(domain);
  const refused = useRefusal(dnsRoutes.setDomainStatus);
  const busy = setStatus.isPending || prefer.isPending || check.isPending;
  const stop = () => setAsking(null);
  return (
    <>
      <ActionsMenu of={domain.domain} busy={busy}>
        <MenuLink
          to="/$serviceId/dns"
          params={{ serviceId: String(domain.serviceId) }}
          search={{ domain: domain.id }}
          leftSection={<IconExternalLink size={16} />}
        >
          Open
        </MenuLink>
        <Menu.Item leftSection={<IconRadar2 size={16} />} onClick={() => check.mutate()}>
          Check name servers
        </Menu.Item>
        {!domain.preferred && (
          <Refusable reason={refused}>
            <Menu.Item leftSection={<IconStar size={16} />} onClick={() => prefer.mutate()}>
              Set as preferred
            </Menu.Item>
          </Refusable>
        )}
        <EndActions
          enabled={domain.status === 1}
          refused={refused}
          onDisable={() => setAsking('disable')}
          onEnable={() => setStatus.mutate(1)}
          onDelete={() => setAsking('delete')}
        />
      </ActionsMenu>
      <DisableDomainDialog domain={domain} opened={asking === 'disable'} onClose={stop} />
      <DeleteDomainDialog domain={domain} opened={asking === 'delete'} onClose={stop} />
    </>
  );
}
