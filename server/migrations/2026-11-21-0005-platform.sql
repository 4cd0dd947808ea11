-- What every feature stands on: people and their keys, the activity log, limits, trials, status.

alter table customers add column company text not null default '' check (length(company) <= 200);
alter table customers add column revision bigint not null default 1;

-- An invited contact has no password until they choose one.
alter table users alter column password_hash drop not null;
alter table users add column revision bigint not null default 1;
-- When a session of theirs was last used; it outlives the session.
alter table users add column last_seen_at timestamptz;
alter table users add check (not is_owner or password_hash is not null);
create unique index users_one_owner on users (customer_id) where is_owner;

alter table sessions add column last_seen_at timestamptz not null default now();

-- Keys of mailed links. One key per person and purpose: a new link ends the one before it.
create table one_time_keys (
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'invitation')),
  -- SHA-256 of the key.
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- What the key confirms, such as the new address.
  payload jsonb not null default '{}',
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

create table api_keys (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  -- Who made it: the key can never do more than they can, and goes with them.
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  start text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  permissions text[] not null,
  services bigint[],
  addresses cidr[],
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_keys_customer on api_keys (customer_id, created_at desc);

-- Written in the transaction of what it tells about.
create table activity (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'contact', 'key', 'operator', 'system')),
  actor_id text,
  actor_name text not null,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  object_type text not null,
  object_id text not null,
  object_name text not null,
  service_id bigint,
  changes jsonb not null default '{}',
  address text,
  request_id text
);
create index activity_customer on activity (customer_id, id desc);
create index activity_service on activity (customer_id, service_id, id desc);
create index activity_type on activity (customer_id, object_type, id desc);

-- Answers to requests that carried an Idempotency-Key, for a day. The body is sealed: it may hold what is shown only once.
create table idempotency_keys (
  principal text not null,
  key text not null check (length(key) between 1 and 255),
  customer_id bigint not null references customers on delete cascade,
  fingerprint bytea not null check (length(fingerprint) = 32),
  status int,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (principal, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Ordinary limits are leased from here in blocks. Unlogged: after a crash everybody starts anew, which harms nobody.
create unlogged table rate_limits (
  subject text primary key,
  taken int not null,
  window_ends_at timestamptz not null
);

-- One-time addresses of downloads; they end with the session or key that asked for them.
create table download_tickets (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id bigint not null references customers on delete cascade,
  credential_id text not null,
  kind text not null,
  params jsonb not null,
  expires_at timestamptz not null
);
create index download_tickets_age on download_tickets (expires_at);

alter table services add column trial_ends_at timestamptz;
alter table services add column trial_warned_at timestamptz;
create index services_trials on services (trial_ends_at) where trial_ends_at is not null;

create table service_cancellations (
  service_id bigint primary key references services on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  requested_by text not null,
  type text not null check (type in ('Immediate', 'End of Billing Period')),
  reason text not null check (length(reason) between 3 and 2000),
  requested_at timestamptz not null default now()
);

-- The catalogue. It belongs to the provider: every customer sees all of it that is not retired.
create table products (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  group_name text not null,
  name text not null check (length(name) between 1 and 100),
  description text not null,
  tab text not null check (tab in ('Trial', 'Paid')),
  features jsonb not null default '[]',
  is_cdn_plus boolean not null default false,
  trial_days int check (trial_days between 1 and 365),
  position int not null default 0,
  retired boolean not null default false,
  check ((tab = 'Trial') = (trial_days is not null))
);
insert into products (id, group_name, name, description, tab, features, is_cdn_plus, trial_days, position) values
  ('trial-cdn', 'Content delivery', 'CDN Trial',
    'The full product: put a site or an API behind the edges, and have what is added later as well.', 'Trial',
    '["Everything, also what comes later", "HTTP pull zones", "Purge by path, wildcard or zone", "Traffic statistics"]', false, 14, 1),
  ('trial-cdn-plus', 'Content delivery', 'CDN-Plus Trial',
    'HTTP zones and DNS only: smaller, and nothing else to look after.', 'Trial',
    '["HTTP pull zones", "Purge by path, wildcard or zone", "Traffic statistics"]', true, 14, 2);

-- How the parts of the service did, day by day, and what went wrong.
create table status_days (
  part text not null,
  day date not null,
  checks int not null default 0,
  good int not null default 0,
  primary key (part, day)
);
create table status_incidents (
  id bigint generated always as identity primary key,
  part text not null,
  status text not null check (status in ('degraded', 'outage')),
  reason text,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index status_incidents_open on status_incidents (part) where ended_at is null;
create index status_incidents_age on status_incidents (started_at desc);

-- Addresses from which a node reaches out, as it reports them.
alter table nodes add column addresses jsonb not null default '[]';

alter table zones add column revision bigint not null default 1;

-- The role of requests sees its customer's rows only.
do $$
declare t text;
begin
  foreach t in array array['users', 'sessions', 'api_keys', 'activity', 'service_cancellations', 'download_tickets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to headwater_app using (customer_id = (select current_customer())) with check (customer_id = (select current_customer()))', t);
  end loop;
end $$;
alter table customers enable row level security;
create policy own_row on customers to headwater_app using (id = (select current_customer()));

grant select (id, fullname, company, credit_cents, created_at, revision), update (fullname, company, revision) on customers to headwater_app;
-- Never password hashes.
grant select (id, customer_id, is_owner, firstname, lastname, email, email_verified, permissions, suspended, created_at, revision, last_seen_at),
  insert (customer_id, is_owner, firstname, lastname, email, email_verified, permissions),
  update (firstname, lastname, permissions, suspended, revision), delete on users to headwater_app;
-- Whoever is the account's holder is decided elsewhere.
create policy contacts_only_insert on users as restrictive for insert to headwater_app with check (not is_owner);
create policy contacts_only_delete on users as restrictive for delete to headwater_app using (not is_owner);
grant select (id, user_id, customer_id, remember, address, user_agent, created_at, last_seen_at, expires_at), delete on sessions to headwater_app;
grant select, insert, update (revoked_at) on api_keys to headwater_app;
grant select, insert on activity to headwater_app;
grant select, insert, delete on service_cancellations to headwater_app;
grant insert on download_tickets to headwater_app;
grant select on products to headwater_app;
grant insert (customer_id, product, domain, domainstatus, is_cdn_plus, trial_ends_at), update (favorite) on services to headwater_app;
grant select (addresses) on nodes to headwater_app;

-- Whether the owner's role asks, for no customer in particular; inside a function that runs with the owner's rights the
-- role that signed in tells.
create function acts_as_owner() returns boolean language sql stable
  return current_customer() is null and pg_has_role(session_user, (select relowner from pg_class where oid = 'users'::regclass), 'member');

-- Has a contact a password, that is, did they accept their invitation?
create function has_password(p_user bigint) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  return exists (select from users where id = p_user and password_hash is not null
    and (customer_id = current_customer() or acts_as_owner()));

-- Keys of mailed links are made by requests, for people of their own account, and read by nobody but the owner.
create function put_one_time_key(p_user bigint, p_purpose text, p_hash bytea, p_payload jsonb, p_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_as_owner() and not exists (select from users where id = p_user and customer_id = current_customer()) then
    raise exception 'key for a person of another customer';
  end if;
  insert into one_time_keys (user_id, purpose, key_hash, payload, expires_at)
    values (p_user, p_purpose, p_hash, p_payload, now() + make_interval(secs => p_seconds))
    on conflict (user_id, purpose) do update
      set key_hash = excluded.key_hash, payload = excluded.payload, expires_at = excluded.expires_at;
end $$;
revoke execute on function has_password, put_one_time_key from public;
grant execute on function has_password, put_one_time_key to headwater_app;
