import { Outlet, useMatches } from '@tanstack/react-router';
import { useRefusal, viewRefusal } from '../lib/permission.ts';
import { useTitle } from '../lib/use-title.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';

/** The screen that is open in a frame, or why the person may not see it. */
export function Screen() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  const guarded = screen && screen.frame !== 'bare' ? screen : undefined;
  const refused = useRefusal({ access: guarded?.access ?? 'session' });
  return guarded && refused !== null ? <RefusedScreen title={guarded.title} /> : <Outlet />;
}

function RefusedScreen({ title }: { title: string }) {
  useTitle(title);
  return (
    <Page title={title}>
      <Panel>
        <EmptyState title="No access">{viewRefusal}</EmptyState>
      </Panel>
    </Page>
  );
}
