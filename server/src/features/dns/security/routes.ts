import { securityRoutes } from '@headwater/contract/dns/security-routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { checkDelegation } from '../delegation/check.ts';
import { showDomain } from '../domains/show.ts';
import type { DomainKey } from '../domains/store.ts';
import { signDomain, unsignDomain } from './switch.ts';
import { toSecurity } from './to-security.ts';

export const serveSecurity: Serve = (deps) => {
  const show = async (who: Who, key: DomainKey) => {
    const { row, domain } = await showDomain(deps, who, key);
    return { security: toSecurity(row), domain };
  };

  serve(deps, securityRoutes, {
    getSecurity: ({ who, params }) => show(who, params),

    async setSecurity({ who, params, body: { status, force }, ifMatch }) {
      if (status === 1) await signDomain(deps, who, params, ifMatch);
      else await unsignDomain(deps, who, params, { force, ifMatch });
      return show(who, params);
    },

    async checkSecurity({ who, params }) {
      await checkDelegation(deps, who, (await showDomain(deps, who, params)).row);
      return show(who, params);
    },
  });
};
