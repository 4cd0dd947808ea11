import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { registered } from '../../lib/registered.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { EmailPanel } from './EmailPanel.tsx';
import classes from './MyDetailsScreen.module.css';
import { PasswordPanel } from './PasswordPanel.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { profileQuery } from './profile-query.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

/** The account and the person who is signed in: what they are known by, and how they sign in. */
export function MyDetailsScreen(): ReactNode {
  useTitle('Account details');
  const query = useQuery(profileQuery());
  const profile = query.data?.profile;
  const { hash } = useLocation();
  const [accountDirty, setAccountDirty] = useState(false);
  const [personDirty, setPersonDirty] = useState(false);
  const loaded = profile !== undefined;
  // Only now does everything above it have its height.
  useEffect(() => {
    if (!loaded || hash === '') return;
    const target = document.getElementById(hash);
    target?.scrollIntoView();
    target?.querySelector('input')?.focus({ preventScroll: true });
  }, [loaded, hash]);
  return (
    <Page title="Account details">
      {query.error && !profile ? (
        <Panel>
          <ErrorState
            error={query.error}
            title="Your details could not be loaded"
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : (
        <div className={classes.panels}>
          <div className={classes.column}>
            {profile ? (
              <>
                <AccountPanel account={profile.account} onDirty={setAccountDirty} />
                <PersonPanel person={profile.person} onDirty={setPersonDirty} />
              </>
            ) : (
              <>
                <Waiting title="Account" height={190} />
                <Waiting title="You" height={170} />
              </>
            )}
            {registered.details.map(({ name, component: Details }) => (
              <Suspense key={name} fallback={<Waiting title={name} height={90} />}>
                <Details />
              </Suspense>
            ))}
          </div>
          <div className={classes.column}>
            {profile ? <EmailPanel person={profile.person} /> : <Waiting title="E-mail" height={200} />}
            <div id="password" className={classes.target}>
              <PasswordPanel />
            </div>
          </div>
        </div>
      )}
      <SessionsPanel />
      <LeaveGuard dirty={accountDirty || personDirty} />
    </Page>
  );
}

const Waiting = ({ title, height }: { title: string; height: number }) => (
  <Panel title={title}>
    <Skeleton height={height} />
  </Panel>
);
