-- Customers, who signs in for them, and what they bought.
--
-- Every table that holds a customer's rows carries customer_id and a row-level security policy that reads the
-- transaction's `headwater.customer`. The owner's role (sign-in, the feed, the jobs) is not subject to it; requests
-- use the role headwater_app, which is.

create function current_customer() returns bigint language sql stable
  return nullif(current_setting('headwater.customer', true), '')::bigint;

create table customers (
  id bigint generated always as identity primary key,
  fullname text not null check (length(fullname) between 1 and 200),
  credit_cents bigint not null default 0,
  created_at timestamptz not null default now()
);

-- A person who signs in: the main account holder (is_owner) or a contact with limited permissions.
create table users (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  is_owner boolean not null,
  firstname text not null default '',
  lastname text not null default '',
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  password_hash text not null,
  permissions text[] not null default '{}',
  suspended boolean not null default false,
  created_at timestamptz not null default now(),
  unique (email)
);
create index users_customer on users (customer_id);

create table sessions (
  -- SHA-256 of the bearer token: a copy of this table signs nobody in.
  token_hash bytea primary key check (length(token_hash) = 32),
  id text not null unique,
  user_id bigint not null references users on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  remember boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Exact counters for what must not be guessed: one row per subject, renewed when its window has passed.
create table attempt_limits (
  subject text primary key,
  attempts int not null,
  window_ends_at timestamptz not null
);

create table services (
  id bigint generated always as identity (start with 1001) primary key,
  customer_id bigint not null references customers on delete cascade,
  product text not null,
  domain text not null,
  domainstatus text not null check (domainstatus in ('Pending', 'Active', 'Suspended', 'Terminated', 'Cancelled')),
  favorite boolean not null default false,
  is_cdn_plus boolean not null default false,
  created_at timestamptz not null default now()
);
create index services_customer on services (customer_id, id);

create table zones (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  mode text not null check (mode in ('http', 'vod')),
  type text not null check (type in ('push', 'pull')),
  name text not null,
  alias text not null check (alias ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  origin text not null,
  settings jsonb not null,
  status smallint not null default 0 check (status in (0, 1)),
  -- Both only grow: they are part of the edges' cache keys, and a number used twice would revive what was purged.
  generation bigint not null default 0,
  ban_counter bigint not null default 0,
  bans jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index zones_service on zones (service_id, mode, type, name);
-- A deleted zone keeps its alias until it is swept away, so that nobody else can pick up its visitors.
create unique index zones_alias on zones (alias);

create table purges (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  zone_id text not null references zones on delete cascade,
  requested_by text not null,
  kind text not null check (kind in ('url', 'wildcard', 'zone', 'mixed')),
  files jsonb not null,
  file_count int not null,
  -- The feed position at which every node that applied it has purged.
  seq bigint not null,
  created_at timestamptz not null default now(),
  live_at timestamptz
);
create index purges_zone on purges (zone_id, created_at desc);
create index purges_seq on purges (seq);
create index purges_waiting on purges (seq) where live_at is null;
