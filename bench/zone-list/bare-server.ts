import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

// The least that answers the same question with node:http and pg: session check, list, JSON. With `secured`, in a
// transaction under row security, as a careful programmer would write it by hand.

const [ownerUrl, appUrl, secured] = process.argv.slice(2);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const owner = new pg.Pool({ connectionString: ownerUrl, max: 10 });
const app = new pg.Pool({ connectionString: appUrl, max: 10 });

const session = {
  name: 'session',
  text: 'select s.customer_id, u.permissions from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now()',
};
const list = {
  name: 'list',
  text: `with page as (
      select *, count(*) over () as total from zones
      where service_id = $1 and customer_id = $2 and mode = 'http' and type = 'pull' and deleted_at is null
      order by lower(name), id limit 20)
    select z.*, d.seq, d.changed_at, d.live_at, r.reason,
      coalesce(t.requests, 0)::bigint as requests, coalesce(t.bytes, 0)::bigint as bytes, coalesce(t.hits, 0)::bigint as hits
    from page z join desired_state d on d.kind = 'edge' and d.key = 'zone/' || z.id
    left join lateral (select reason from node_refusals r where r.kind = d.kind and r.key = d.key and r.seq = d.seq limit 1) r on true
    left join lateral (select sum(requests) as requests, sum(bytes) as bytes, sum(hits) as hits from usage u
      where u.zone_id = z.id and u.step = 'hour' and u.at > now() - interval '24 hours') t on true
    order by lower(z.name), z.id`,
};
const nodes = {
  name: 'nodes',
  text: `select name, applied_seq, serving and last_seen_at > now() - interval '10 s' as present from nodes where kind = 'edge' and state = 'in_service'`,
};

const server = createServer(async (request, response) => {
  const token = request.headers.authorization?.slice(7) ?? '';
  const found = await owner.query({ ...session, values: [createHash('sha256').update(token).digest()] });
  const who = found.rows[0];
  const serviceId = Number(request.url?.split('/')[4]);
  const answer =
    secured === 'secured' ? await listSecured(serviceId, who.customer_id) : await listPlain(serviceId, who.customer_id);
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

async function listPlain(serviceId: number, customerId: number) {
  const zones = await owner.query({ ...list, values: [serviceId, customerId] });
  const edges = await owner.query(nodes);
  return { result: 'success', zones: zones.rows, nodes: edges.rows };
}

async function listSecured(serviceId: number, customerId: number) {
  const client = await app.connect();
  await client.query('begin read only');
  await client.query(`select set_config('headwater.customer', $1, true)`, [String(customerId)]);
  const zones = await client.query({ ...list, values: [serviceId, customerId] });
  const edges = await client.query(nodes);
  await client.query('commit');
  client.release();
  return { result: 'success', zones: zones.rows, nodes: edges.rows };
}

server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())));
