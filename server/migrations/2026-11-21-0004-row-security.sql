-- The role of requests, and what it may see. The role itself is made by the migration runner, which knows its password.

-- The setting is read in a sub-select, so that it is looked up once a query and not once a row.
do $$
declare t text;
begin
  foreach t in array array['services', 'zones', 'purges', 'desired_state', 'usage', 'usage_countries', 'usage_paths', 'usage_progress'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to headwater_app using (customer_id = (select current_customer())) with check (customer_id = (select current_customer()))', t);
  end loop;
end $$;

grant usage on schema public to headwater_app;
grant select, insert, update on zones to headwater_app;
grant select, insert on purges to headwater_app;
grant select on services, desired_state, usage, usage_countries, usage_paths, usage_progress to headwater_app;

-- Who a purge was acknowledged by is read through its purge.
alter table purge_nodes enable row level security;
create policy own_rows on purge_nodes to headwater_app
  using (exists (select from purges where purges.id = purge_nodes.purge_id and purges.customer_id = (select current_customer())));
grant select on purge_nodes to headwater_app;

alter table node_refusals enable row level security;
create policy own_rows on node_refusals to headwater_app
  using (exists (select from desired_state d where d.kind = node_refusals.kind and d.key = node_refusals.key and d.customer_id = (select current_customer())));
grant select on node_refusals to headwater_app;

-- Nodes belong to the provider: customers see names and progress, never credentials.
grant select (id, kind, name, state, last_seen_at, applied_seq, serving) on nodes to headwater_app;

-- Is an alias taken, by anyone, deleted zones included?
create function alias_taken(p_alias text) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  return exists (select from zones where alias = p_alias);

revoke execute on function put_desired_state, alias_taken from public;
grant execute on function put_desired_state, alias_taken, current_customer to headwater_app;
