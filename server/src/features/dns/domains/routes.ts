import { domainRoutes } from '@headwater/contract/dns/domain-routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { listProgress } from '../../nodes/index.ts';
import { countOnEmptyPage } from '../../services/index.ts';
import { forgetChange } from '../records/change-store.ts';
import { changeDomain, refuseDeleted } from './change.ts';
import { createDomain } from './create.ts';
import { preferDomain } from './prefer.ts';
import { showDomain } from './show.ts';
import { type DomainKey, listDomains } from './store.ts';
import { toDomain } from './to-domain.ts';

const { checkDomain: _, ...routes } = domainRoutes;

export const serveDomains: Serve = (deps) => {
  const { database, settings } = deps;

  const show = async (who: Who, key: DomainKey) => ({ domain: (await showDomain(deps, who, key)).domain });
  const showSoa = async (who: Who, key: DomainKey) => {
    const { domain } = await show(who, key);
    return { soa: domain.soa, domain };
  };

  serve(deps, routes, {
    listDomains: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const asked = { ...params, ...query, deleted: query.deleted === '1' };
        const [rows, nodes] = await Promise.all([listDomains(tx, asked), listProgress(tx, 'dns')]);
        const total = rows[0]?.total ?? (await countOnEmptyPage(tx, asked, listDomains));
        return {
          domains: rows.map((row) => toDomain(row, nodes, settings)),
          page: query.page,
          rows: query.rows,
          total,
        };
      }),

    async createDomain({ who, params, body }) {
      const { id, plan } = await createDomain(deps, who, params.serviceId, body);
      return { plan, ...(await show(who, { ...params, domainId: id })) };
    },

    getDomain: ({ who, params }) => show(who, params),

    async deleteDomain({ who, params, ifMatch }) {
      await changeDomain(deps, who, params, { action: 'domain.deleted', ifMatch }, async (domain, tx) => {
        if (domain.deleted_at) return {};
        await forgetChange(tx, domain.id);
        return { deleted_at: new Date(), preferred: false };
      });
      return show(who, params);
    },

    async restoreDomain({ who, params, ifMatch }) {
      await changeDomain(deps, who, params, { action: 'domain.restored', ifMatch }, (domain) =>
        domain.deleted_at ? { deleted_at: null } : {},
      );
      return show(who, params);
    },

    async setDomainStatus({ who, params, body, ifMatch }) {
      const action = body.status === 1 ? 'domain.enabled' : 'domain.disabled';
      await changeDomain(deps, who, params, { action, ifMatch }, (domain) => {
        refuseDeleted(domain);
        return { status: body.status };
      });
      return show(who, params);
    },

    async preferDomain({ who, params, ifMatch }) {
      await preferDomain(deps, who, params, ifMatch);
      return show(who, params);
    },

    getSoa: ({ who, params }) => showSoa(who, params),

    async updateSoa({ who, params, body, ifMatch }) {
      await changeDomain(deps, who, params, { action: 'domain.changed', ifMatch }, (domain) => {
        refuseDeleted(domain);
        const given = Object.entries(body).filter(([, value]) => value !== undefined);
        return { soa: { ...domain.soa, ...Object.fromEntries(given) } };
      });
      return showSoa(who, params);
    },
  });
};
