/** The names of a new feature in the forms that the rooms use. */
export type FeatureName = { plural: string; singular: string; Plural: string; Singular: string; table: string };

export function nameFeature(text: string): FeatureName {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*s$/.test(text)) {
    throw new Error(`"${text}" cannot name a feature. Use its plural in lower case, such as videos or edge-rules.`);
  }
  const joined = text.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const singular = joined.replace(/ies$/, 'y').replace(/s$/, '');
  return {
    plural: joined,
    singular: singular,
    Plural: capital(joined),
    Singular: capital(singular),
    table: text.replaceAll('-', '_'),
  };
}

/** The files of a feature that lists things of a service: one read from the contract to the screen. */
export function featureFiles(folder: string, name: FeatureName, migration: string): Record<string, string> {
  return { ...contractFiles(folder, name), ...serverFiles(folder, name, migration), ...panelFiles(folder, name) };
}

function contractFiles(folder: string, { plural, singular, Plural, Singular }: FeatureName): Record<string, string> {
  return {
    [`contract/src/${folder}/schema.ts`]: `import { z } from 'zod';

export const ${Singular} = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: '${Singular}' });
export type ${Singular} = z.infer<typeof ${Singular}>;
`,
    [`contract/src/${folder}/routes.ts`]: `import { z } from 'zod';
import { pageQuery, pageReply } from '../lib/paging.ts';
import { route, success } from '../lib/route.ts';
import { ServiceId } from '../services/schema.ts';
import { ${Singular} } from './schema.ts';

const tag = '${Plural}';
const params = z.object({ serviceId: ServiceId });

export const ${singular}Routes = {
  list${Plural}: route({
    method: 'GET',
    path: '/services/:serviceId/${folder}',
    summary: 'List ${folder.replaceAll('-', ' ')}',
    tag,
    access: '${folder}.view',
    params,
    query: z.object(pageQuery),
    status: 200,
    reply: success({ ${plural}: z.array(${Singular}), ...pageReply }),
    errors: ['not_found'],
  }),
};
`,
  };
}

function serverFiles(folder: string, name: FeatureName, migration: string): Record<string, string> {
  const { plural, singular, Plural, Singular, table } = name;
  const home = `server/src/features/${folder}`;
  const own = 'customer_id = (select current_customer())';
  return {
    [`server/migrations/${migration}`]: `create table ${table} (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create index ${table}_service on ${table} (service_id, name);

alter table ${table} enable row level security;
create policy own_rows on ${table} to headwater_app
  using (${own}) with check (${own});
grant select, insert, update, delete on ${table} to headwater_app;
`,
    [`${home}/index.ts`]: `export { serve${Plural} } from './routes.ts';\n`,
    [`${home}/routes.ts`]: `import { ${singular}Routes } from '@headwater/contract/${folder}/routes';
import type { Feature } from '../../lib/feature.ts';
import { notFound } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { findService } from '../services/index.ts';
import { count${Plural}, list${Plural}, to${Singular} } from './store.ts';

export const serve${Plural}: Feature = ({ app, authenticate, database }) => {
  serve(app, authenticate, ${singular}Routes, {
    async list${Plural}({ who, params: { serviceId }, query: { page, rows } }) {
      return database.readAsCustomer(who.customerId, async (tx) => {
        if (!(await findService(tx, serviceId))) throw notFound('Service');
        const found = await list${Plural}(tx, serviceId, { page, rows });
        return { ${plural}: found.map(to${Singular}), page, rows, total: await count${Plural}(tx, serviceId) };
      });
    },
  });
};
`,
    [`${home}/store.ts`]: `import type { ${Singular} } from '@headwater/contract/${folder}/schema';
import type { Tx } from '../../lib/db.ts';

type ${Singular}Row = { id: string; name: string; created_at: Date };

export const list${Plural} = (tx: Tx, serviceId: number, { page, rows }: { page: number; rows: number }) =>
  tx.named<${Singular}Row>(
    'list_${table}',
    'select id, name, created_at from ${table} where service_id = $1 order by name, id limit $2 offset $3',
    [serviceId, rows, (page - 1) * rows],
  );

export async function count${Plural}(tx: Tx, serviceId: number): Promise<number> {
  const text = 'select count(*) as total from ${table} where service_id = $1';
  const [row] = await tx.named<{ total: number }>('count_${table}', text, [serviceId]);
  return row?.total ?? 0;
}

export const to${Singular} = (row: ${Singular}Row): ${Singular} => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
});
`,
    [`${home}/${folder}.test.ts`]: testFile(folder, name),
  };
}

function testFile(folder: string, { plural, table }: FeatureName): string {
  return `import { describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';

const world = useWorld();
const list = (serviceId: number | string) => \`/services/\${serviceId}/${folder}\`;

describe('${folder}', () => {
  test('are listed by name', async () => {
    const owner = await world.addCustomer();
    await world.database.ownerPool.query(
      "insert into ${table} (id, customer_id, service_id, name) values ('a', $1, $2, 'second'), ('b', $1, $2, 'first')",
      [owner.customerId, owner.serviceId],
    );
    const { status, body } = await world.ask(owner, 'GET', list(owner.serviceId));
    expect(status).toBe(200);
    expect(body.${plural}.map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);
    expect(body).toMatchObject({ page: 1, rows: 20, total: 2 });
  });

  test('bad input is refused', async () => {
    const owner = await world.addCustomer();
    const { status } = await world.ask(owner, 'GET', \`\${list(owner.serviceId)}?rows=1000\`);
    expect(status).toBe(400);
  });

  test('nobody sees them without a session', async () => {
    const owner = await world.addCustomer();
    expect((await world.ask(null, 'GET', list(owner.serviceId))).status).toBe(401);
  });

  test('a contact needs the permission', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, []);
    expect((await world.ask(contact, 'GET', list(owner.serviceId))).status).toBe(403);
  });

  test("another customer's service is unknown", async () => {
    const owner = await world.addCustomer();
    const stranger = await world.addCustomer();
    expect((await world.ask(stranger, 'GET', list(owner.serviceId))).status).toBe(404);
  });
});
`;
}

function panelFiles(folder: string, { plural, singular, Plural, Singular }: FeatureName): Record<string, string> {
  const words = folder.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return {
    [`panel/src/features/${folder}/${Plural}Screen.tsx`]: `import { ${singular}Routes } from '@headwater/contract/${folder}/routes';
import type { ${Singular} } from '@headwater/contract/${folder}/schema';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../../lib/ask.ts';
import { useServiceId } from '../../lib/current-service.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';

const helper = columnsOf<${Singular}>();
const columns = helper.columns([
  helper.accessor('name', { meta: { label: 'Name', leads: true }, cell: ({ getValue }) => getValue() }),
  helper.accessor('createdAt', { meta: { label: 'Created' }, cell: ({ getValue }) => <DateTime iso={getValue()} /> }),
]);

export function ${Plural}Screen(): ReactNode {
  useTitle('${title}');
  const ${plural} = useQuery(ask(${singular}Routes.list${Plural}, { params: { serviceId: useServiceId() }, query: {} }));
  return (
    <Page title="${title}">
      <Panel flush>
        <DataTable
          label="${title}"
          columns={columns}
          rows={${plural}.data?.${plural}}
          rowId={({ id }) => id}
          error={${plural}.error}
          onRetry={() => void ${plural}.refetch()}
          empty={<EmptyState title="No ${words} yet">Say here what they are, and what the next step is.</EmptyState>}
        />
      </Panel>
    </Page>
  );
}
`,
  };
}
