import { networkRoutes } from '@headwater/contract/network/routes';
import { IconAccessPoint, IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../../lib/ask.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Page } from '../../ui/Page.tsx';
import { AddressPanel } from './AddressPanel.tsx';

/** The addresses from which the provider reaches into a customer's network: for their firewall. */
export function IpRangesScreen(): ReactNode {
  useTitle('IP ranges');
  const { data, error, refetch } = useQuery(ask(networkRoutes.getIpRanges, {}));
  const asked = { error, onRetry: () => void refetch() };
  return (
    <Page title="IP ranges" lead="Allow these addresses in your firewall. They come from the servers that run now.">
      <AddressPanel
        {...asked}
        id="live-origin"
        title="Live Origin IPs"
        lead="Servers that take in and fetch live streams."
        icon={<IconAccessPoint size={20} />}
        none="No server for live streams runs yet."
        nodes={data?.liveOrigin}
      />
      <AddressPanel
        {...asked}
        id="origin-shield"
        title="Origin Shield IPs"
        lead="Servers that fetch files from your origin."
        icon={<IconShield size={20} />}
        none="No edge is in service yet."
        nodes={data?.originShield}
      />
    </Page>
  );
}
