import { accountRoutes } from '@headwater/contract/account/routes';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { getToken } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { LinkOver } from '../../ui/LinkOver.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { FollowLink } from './FollowLink.tsx';
import { LinkDone } from './LinkDone.tsx';

/** Takes over the address that a mailed link went to. */
export function ConfirmEmailScreen(): ReactNode {
  useTitle('Confirm e-mail');
  const details = <ButtonLink to="/home/my-details">See account details</ButtonLink>;
  const onward = getToken() === null ? <ButtonLink to="/login">Sign in</ButtonLink> : details;
  return (
    <FollowLink
      title="Confirm e-mail"
      doing="Confirming your e-mail address…"
      failed="The address could not be confirmed."
      send={(key) => call(accountRoutes.confirmEmail, { body: { key } })}
      changes={[accountRoutes.getSession.path, accountRoutes.getProfile.path]}
      done={(email) => (
        <LinkDone title="E-mail changed" action={onward}>
          From now on you sign in as <b>{email}</b>.
        </LinkDone>
      )}
      over={(incomplete) => (
        <LinkOver incomplete={incomplete} action={onward}>
          A link that confirms an address works once, for a day. Until it is followed you sign in as before.
        </LinkOver>
      )}
      refused={onward}
    />
  );
}
