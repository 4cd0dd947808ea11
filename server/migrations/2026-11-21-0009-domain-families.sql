-- Names below a domain are found as a range of this: from `elpmaxe.` on.
alter table dns_domains add column reversed text collate "C" not null generated always as (reverse(domain)) stored;
create index dns_domains_reversed on dns_domains (reversed);
