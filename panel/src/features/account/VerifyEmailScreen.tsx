import { accountRoutes } from '@headwater/contract/account/routes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { getToken } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { LinkOver } from '../../ui/LinkOver.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SendVerification } from '../../ui/SendVerification.tsx';
import { Following } from './Following.tsx';
import { FollowLink } from './FollowLink.tsx';
import { LinkDone } from './LinkDone.tsx';

/** Verifies the address that a mailed link went to. */
export function VerifyEmailScreen(): ReactNode {
  useTitle('Verify e-mail');
  return (
    <FollowLink
      title="Verify e-mail"
      doing="Verifying your e-mail address…"
      failed="The address could not be verified."
      send={(key) => call(accountRoutes.verifyEmail, { body: { key } })}
      changes={[accountRoutes.getSession.path]}
      done={(email) => <Verified email={email} />}
      over={(incomplete) => <Over incomplete={incomplete} />}
    />
  );
}

const onward = () =>
  getToken() === null ? <ButtonLink to="/login">Sign in</ButtonLink> : <ButtonLink to="/home">Continue</ButtonLink>;

const Verified = ({ email }: { email: string }) => (
  <LinkDone title="E-mail verified" action={onward()}>
    <b>{email}</b> is verified. Your account is ready.
  </LinkDone>
);

/** Who followed the link twice needs no new one. */
function Over({ incomplete }: { incomplete: boolean }) {
  const { data: session, isLoading } = useQuery({ ...sessionQuery(), enabled: getToken() !== null });
  // "No longer works" would be the wrong thing to read for a moment, for somebody who is verified.
  if (isLoading) return <Following doing="Looking at your account…" />;
  if (session?.client.email_verified) return <Verified email={session.client.email} />;
  return (
    <LinkOver incomplete={incomplete} action={session ? <SendVerification size="sm" /> : onward()}>
      A link that verifies an address works once, for 3 days. A newer link ends the ones before it.
      {!session && ' Sign in to have a new one sent.'}
    </LinkOver>
  );
}
