import { useQuery } from '@tanstack/react-query';
import type { Line } from '../lib/feature.ts';
import { useRefusal } from '../lib/permission.ts';
import { settingsQuery } from '../lib/provider.ts';
import { useOpenDialog } from './DialogHost.tsx';

/** What a menu's line cannot say of itself: whether it is refused, where another site is, how its dialog opens. */
export function useLine(line: Line): { refused: string | null; site: string; open: () => void } {
  const openDialog = useOpenDialog();
  const { data: settings } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  return {
    refused: useRefusal({ access: line.access ?? 'session' }),
    site: (settings && 'href' in line && line.href(settings)) || '',
    open: () => 'open' in line && openDialog(line.open),
  };
}
