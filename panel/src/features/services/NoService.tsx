import { CallError } from '../../lib/call-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';

type Props = { /** Null when the address cannot name a service. */ error: unknown; onRetry: () => void };

/** What stands in place of a service that is not there, or could not be loaded. */
export function NoService({ error, onRetry }: Props) {
  const gone = error === null || (error instanceof CallError && error.status === 404);
  return (
    <Page title={gone ? 'Service not found' : 'Service'}>
      <Panel>
        {gone ? (
          <EmptyState
            title="Your account has no such service"
            action={<ButtonLink to="/home/my-services">See all services</ButtonLink>}
          >
            The address may be mistyped, or it belongs to another account.
          </EmptyState>
        ) : (
          <ErrorState error={error} title="The service could not be loaded" onRetry={onRetry} />
        )}
      </Panel>
    </Page>
  );
}
