import { domainRoutes } from '@headwater/contract/dns/domain-routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import { showDomain } from '../domains/show.ts';
import { checkDelegation } from './check.ts';

const { checkDomain } = domainRoutes;

export const serveDelegation: Serve = (deps) =>
  serve(
    deps,
    { checkDomain },
    {
      async checkDomain({ who, params }) {
        await checkDelegation(deps, who, (await showDomain(deps, who, params)).row);
        const { domain } = await showDomain(deps, who, params);
        return { domain };
      },
    },
  );
