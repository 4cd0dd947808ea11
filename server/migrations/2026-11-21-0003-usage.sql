-- Usage that nodes report, counted per zone by minute, hour and day. Minutes are kept for two days, hours for
-- 90 days, days for good; each is added up when the batch arrives, so that they never disagree.

create table usage_batches (
  node_id text not null,
  batch_id text not null,
  counted_at timestamptz not null default now(),
  primary key (node_id, batch_id)
);
create index usage_batches_age on usage_batches (counted_at);

create table usage (
  zone_id text not null,
  step text not null check (step in ('minute', 'hour', 'day')),
  at timestamptz not null,
  customer_id bigint not null,
  service_id bigint not null,
  requests bigint not null,
  bytes bigint not null,
  hits bigint not null,
  hit_bytes bigint not null,
  status_2xx bigint not null,
  status_3xx bigint not null,
  status_4xx bigint not null,
  status_5xx bigint not null,
  primary key (zone_id, step, at)
);
create index usage_service on usage (service_id, step, at);
create index usage_age on usage (step, at);

create table usage_countries (
  zone_id text not null,
  hour timestamptz not null,
  country text not null,
  customer_id bigint not null,
  service_id bigint not null,
  requests bigint not null,
  bytes bigint not null,
  primary key (zone_id, hour, country)
);
create index usage_countries_service on usage_countries (service_id, hour);

create table usage_paths (
  zone_id text not null,
  hour timestamptz not null,
  path text not null,
  customer_id bigint not null,
  service_id bigint not null,
  requests bigint not null,
  bytes bigint not null,
  primary key (zone_id, hour, path)
);
create index usage_paths_service on usage_paths (service_id, hour);

-- The newest report that was counted, for "counted until".
create table usage_progress (
  service_id bigint primary key,
  customer_id bigint not null,
  counted_until timestamptz not null
);

-- Liveness of processes that serve no port of their own.
create table role_heartbeats (
  role text primary key,
  beat_at timestamptz not null
);
