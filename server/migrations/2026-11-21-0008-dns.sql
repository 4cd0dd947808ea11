-- Domains, their records, and how often they are asked for.

insert into feeds (kind) values ('dns');
-- The document of a large zone has a megabyte, and is written at every change: compressing it takes longer than writing it.
alter table desired_state alter column doc set storage external;

create table dns_domains (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  customer_id bigint not null references customers on delete cascade,
  service_id bigint not null references services on delete cascade,
  -- ASCII, lower case, without the dot at its end.
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  -- Names below a domain are found as a range of this: from `elpmaxe.` on.
  reversed text collate "C" not null generated always as (reverse(domain)) stored,
  status smallint not null default 1 check (status in (0, 1)),
  preferred boolean not null default false,
  -- rname, refresh, retry, expire, minimum, ttl; the first name server and the serial are made.
  soa jsonb not null,
  -- Of the zone as it was published last; it only grows.
  serial bigint not null default 0 check (serial between 0 and 4294967295),
  -- Sealed; null while the zone is not signed. The public half beside it, in base64.
  signing_key bytea,
  public_key text,
  check ((signing_key is null) = (public_key is null)),
  delegation jsonb not null default '{}',
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- A deleted domain keeps its name until it is swept away.
create unique index dns_domains_domain on dns_domains (domain);
create index dns_domains_reversed on dns_domains (reversed);
create index dns_domains_service on dns_domains (service_id, domain);
create unique index dns_domains_preferred on dns_domains (service_id) where preferred;

create table dns_records (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  -- The domain's: thousands of rows at once need no look at the customer each.
  customer_id bigint not null,
  domain_id text not null references dns_domains on delete cascade,
  host text not null,
  type text not null,
  record text not null,
  ttl int not null,
  priority int,
  weight int,
  port int,
  status smallint not null default 1 check (status in (0, 1)),
  note text not null default '',
  proxy boolean not null default false,
  -- SHA-256 of the secret that its dynamic URL ends in.
  dynamic_hash bytea check (length(dynamic_hash) = 32),
  dynamic_used_at timestamptz,
  revision bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now()
);
create index dns_records_domain on dns_records (domain_id, host, type);
create unique index dns_records_dynamic on dns_records (dynamic_hash) where dynamic_hash is not null;

-- The last change of each domain's records, so that it can be undone; one row for each batch of a bulk operation.
create table dns_changes (
  id bigint generated always as identity primary key,
  domain_id text not null references dns_domains on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  -- The same for all batches of one bulk operation.
  operation text,
  by_name text not null,
  at timestamptz not null default clock_timestamp(),
  -- The operation so far, in words and numbers.
  summary text not null,
  added int not null,
  changed int not null,
  removed int not null,
  -- Rows as they were, and the id and revision of those that it left.
  before json not null,
  after json not null
);
create index dns_changes_domain on dns_changes (domain_id, id);

-- Counted per hour when the batch arrives, kept as long as the domain: a few rows an hour for each that is asked for.
create table dns_usage (
  domain_id text not null references dns_domains on delete cascade,
  hour timestamptz not null,
  type text not null,
  rcode text not null,
  customer_id bigint not null,
  service_id bigint not null,
  queries bigint not null,
  primary key (domain_id, hour, type, rcode)
);
create index dns_usage_service on dns_usage (service_id, hour);

-- When the newest report with something about a domain was counted.
create table dns_usage_progress (
  domain_id text primary key references dns_domains on delete cascade,
  customer_id bigint not null,
  counted_until timestamptz not null
);

-- Spans in which a node may have answered without counting. They concern every domain.
create table dns_usage_gaps (
  node text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  primary key (node, from_at)
);

do $$
declare t text;
begin
  foreach t in array array['dns_domains', 'dns_records', 'dns_changes', 'dns_usage', 'dns_usage_progress'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to headwater_app using (customer_id = (select current_customer())) with check (customer_id = (select current_customer()))', t);
  end loop;
end $$;

grant select, insert, update on dns_domains to headwater_app;
grant select, insert, update, delete on dns_records, dns_changes to headwater_app;
grant select on dns_usage, dns_usage_progress, dns_usage_gaps to headwater_app;

-- Does somebody else hold this name, a name above it, or one below it? Deleted domains count until they are swept.
create function dns_name_held(p_domain text) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  return exists (
    select from dns_domains d
    where d.customer_id is distinct from current_customer()
      and (d.domain = p_domain or right(d.domain, length(p_domain) + 1) = '.' || p_domain
        or right(p_domain, length(d.domain) + 1) = '.' || d.domain));

revoke execute on function dns_name_held from public;
grant execute on function dns_name_held to headwater_app;
