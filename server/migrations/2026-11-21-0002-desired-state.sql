-- Desired state that nodes follow. One row per thing, overwritten by each change.

create table feeds (
  kind text primary key,
  -- Changes when history is no longer what nodes remember (a restored database): they then take a full picture.
  epoch text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Tombstones and purges up to here are gone: a cursor before it needs a full picture too.
  collected_seq bigint not null default 0
);
insert into feeds (kind) values ('edge');

create sequence desired_state_seq;

create table desired_state (
  kind text not null references feeds,
  key text not null,
  customer_id bigint references customers on delete set null,
  seq bigint not null,
  doc jsonb,
  deleted boolean not null default false,
  changed_at timestamptz not null default clock_timestamp(),
  -- When the last node that had to apply this version did.
  live_at timestamptz,
  primary key (kind, key),
  check (deleted = (doc is null))
);
create index desired_state_seq_order on desired_state (kind, seq);
create index desired_state_waiting on desired_state (kind, seq) where live_at is null;

-- Writes one row and wakes the nodes. The advisory lock makes rows visible in the order of their seq: without it a
-- transaction that took a lower number and committed later would be skipped by every cursor already past it.
create function put_desired_state(p_kind text, p_key text, p_customer bigint, p_doc jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_seq bigint;
begin
  -- Whoever is not the owner writes for the customer that is set, and for nobody else.
  if (current_customer() is not null or not pg_has_role(session_user, current_user, 'member'))
    and (p_customer is null or p_customer is distinct from current_customer()) then
    raise exception 'desired state of another customer';
  end if;
  perform pg_advisory_xact_lock(hashtext('desired_state'), hashtext(p_kind));
  v_seq := nextval('desired_state_seq');
  insert into desired_state as d (kind, key, customer_id, seq, doc, deleted)
    values (p_kind, p_key, p_customer, v_seq, p_doc, p_doc is null)
    on conflict (kind, key) do update
      set seq = excluded.seq, doc = excluded.doc, deleted = excluded.deleted, changed_at = clock_timestamp(), live_at = null
      where d.customer_id is not distinct from excluded.customer_id;
  if not found then
    raise exception 'desired state key % belongs to another customer', p_key;
  end if;
  perform pg_notify('headwater_feed', p_kind);
  return v_seq;
end $$;

create table nodes (
  id text primary key,
  kind text not null references feeds,
  name text not null,
  state text not null default 'joining' check (state in ('joining', 'in_service', 'draining')),
  credential_hash bytea unique check (length(credential_hash) = 32),
  join_token_hash bytea unique check (length(join_token_hash) = 32),
  join_token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  epoch text,
  applied_seq bigint not null default 0,
  version text,
  serving boolean not null default false,
  warnings jsonb not null default '[]',
  -- What concerns single customers, such as an origin that cannot be resolved: for operators, never in public.
  notices jsonb not null default '[]',
  unique (kind, name)
);

-- What a node's engine refuses, at the version that it refused.
create table node_refusals (
  node_id text not null references nodes on delete cascade,
  kind text not null,
  key text not null,
  seq bigint not null,
  reason text not null,
  primary key (node_id, key)
);
create index node_refusals_key on node_refusals (kind, key);

-- When each node had done a purge.
create table purge_nodes (
  purge_id text not null references purges on delete cascade,
  node_id text not null references nodes on delete cascade,
  done_at timestamptz not null default clock_timestamp(),
  primary key (purge_id, node_id)
);
