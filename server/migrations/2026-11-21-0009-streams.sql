-- Live streams: what they are, what became of them, and what was kept of them.

insert into feeds (kind) values ('live'), ('storage');
-- How other nodes, and publishers, reach what a node serves; as it says itself.
alter table nodes add column doors jsonb;
-- How many streams of a service may be live at once; null takes the installation's number.
alter table services add column streams_at_once int check (streams_at_once >= 0);

create table streams (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  -- The live node that carries it. Without a reference: a node may be removed, and its streams find another one.
  node_id text,
  type text not null check (type in ('push', 'pull', 'abr', 'dvr', 'timeshift')),
  input text not null check (input in ('push', 'pull')),
  name text not null,
  -- The first segment of its playback paths, unless a hash stands there.
  alias text not null check (alias ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  status smallint not null default 0 check (status in (0, 1)),
  delay_seconds int not null default 0,
  reconnect_seconds int not null default 60,
  -- Without what is secret of them.
  settings jsonb not null,
  -- The key, the sources, the secrets that links are signed with and the publisher's password: one JSON text, sealed.
  secrets bytea not null,
  key_rotated_at timestamptz not null default now(),
  -- Grows when it is restarted.
  generation bigint not null default 0,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index streams_service on streams (service_id, type, lower(name));
create index streams_node on streams (node_id);
-- A deleted stream keeps its path until it is swept away, so that nobody else picks up its viewers.
create unique index streams_alias on streams (service_id, alias);

-- What each does now, as its live node last said.
create table stream_states (
  stream_id text primary key references streams on delete cascade,
  customer_id bigint not null,
  at timestamptz not null,
  state text not null,
  since timestamptz not null,
  playable boolean not null,
  session_id text,
  bitrate_kbps real,
  warnings int not null,
  -- All of it, as reported.
  doc jsonb not null
);

create table stream_sessions (
  id text primary key,
  stream_id text not null references streams on delete cascade,
  customer_id bigint not null,
  -- Which live server told of it: nobody else will ever end it.
  live_node_id text,
  started_at timestamptz not null,
  ended_at timestamptz,
  state text not null,
  doc jsonb not null
);
create index stream_sessions_stream on stream_sessions (stream_id, started_at desc);
create index stream_sessions_age on stream_sessions (started_at);
create index stream_sessions_open on stream_sessions (live_node_id) where state in ('live', 'reconnecting');

-- What came in, in steps of ten seconds; kept for two days.
create table stream_health (
  stream_id text not null references streams on delete cascade,
  at timestamptz not null,
  customer_id bigint not null,
  bitrate_kbps real not null,
  fps real not null,
  keyframe_seconds real,
  dropped_frames int not null,
  primary key (stream_id, at)
);
create index stream_health_age on stream_health (at);

create table recordings (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  stream_id text not null references streams on delete cascade,
  customer_id bigint not null,
  session_id text not null,
  state text not null check (state in ('recording', 'finishing', 'finished', 'stored', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_seconds double precision not null,
  size_bytes bigint not null,
  sha256 text,
  media jsonb,
  detail text not null default '',
  -- Which live server has it until it is stored.
  live_node_id text,
  -- Where it is kept, once it is known.
  storage_node_id text,
  stored_at timestamptz,
  -- A node that was away may still tell of it.
  deleted_at timestamptz
);
create index recordings_stream on recordings (stream_id, started_at desc);
create index recordings_unstored on recordings (live_node_id) where state in ('recording', 'finishing', 'finished');
create index recordings_storage on recordings (storage_node_id) where deleted_at is null;

-- What streams of a service begin with.
create table stream_defaults (
  service_id bigint primary key references services on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  settings jsonb not null,
  secrets bytea not null,
  revision bigint not null default 1
);

create table live_profiles (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  value jsonb not null,
  -- New streams of the ladder type begin with it.
  is_default boolean not null,
  revision bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now()
);
create index live_profiles_service on live_profiles (service_id, created_at);

create table live_filters (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  value jsonb not null,
  revision bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now()
);
create index live_filters_service on live_filters (service_id, created_at);

create table live_logos (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width int not null,
  height int not null,
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create index live_logos_service on live_logos (service_id, created_at);

-- Visitors of playlists, one for each minute that they watch: of an hour, divided by 60, the average.
alter table usage add column viewer_minutes bigint not null default 0;

-- Whose is what edges count: zones by their id; streams and their recordings by those that edges know them by.
create view counted_things with (security_invoker = true) as
  select id as counted_as, id, customer_id, service_id from zones
  union all select 'live' || id, id, customer_id, service_id from streams
  union all select 'live' || id || 'r', id, customer_id, service_id from streams;
create index streams_counted on streams (('live' || id));
create index streams_recordings_counted on streams (('live' || id || 'r'));

do $$
declare t text;
begin
  foreach t in array array['streams', 'stream_states', 'stream_sessions', 'stream_health', 'recordings', 'stream_defaults',
    'live_profiles', 'live_filters', 'live_logos'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to headwater_app using (customer_id = (select current_customer())) with check (customer_id = (select current_customer()))', t);
  end loop;
end $$;

grant select, insert, update on streams, stream_defaults to headwater_app;
grant select, insert, update, delete on live_profiles, live_filters, live_logos to headwater_app;
grant select on stream_states, stream_sessions, stream_health to headwater_app;
grant select, update on recordings to headwater_app;
grant select (doors) on nodes to headwater_app;
grant select on counted_things to headwater_app;

-- How busy a live server is: with streams of whomever.
create function streams_on_node(p_node text) returns bigint language sql stable security definer
  set search_path = public, pg_temp
  return (select count(*) from streams s where s.node_id = p_node and s.deleted_at is null);

revoke execute on function streams_on_node from public;
grant execute on function streams_on_node to headwater_app;
