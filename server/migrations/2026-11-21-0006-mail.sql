-- E-mail: written in the transaction of the change that it tells about, sent by the worker, listed for the account afterwards.

create table emails (
  id text primary key check (id ~ '^[a-z0-9]{1,32}$'),
  -- Null for somebody who has no account.
  customer_id bigint references customers on delete cascade,
  user_id bigint references users on delete set null,
  recipient text not null check (length(recipient) between 3 and 254),
  template text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Whether the bodies lack their one-time links; those are in `sealed` until the message is sent or given up.
  masked boolean not null,
  sealed bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- A worker sends it until then; should it die, another one takes over.
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check (case state when 'queued' then masked = (sealed is not null) else sealed is null end),
  check ((state = 'sent') = (sent_at is not null))
);
create index emails_customer on emails (customer_id, created_at desc, id);
create index emails_due on emails (next_attempt_at) where state = 'queued';

alter table emails enable row level security;
create policy own_rows on emails to headwater_app
  using (customer_id = (select current_customer())) with check (customer_id = (select current_customer()));
-- Requests queue and list; how it is sent is the worker's, and errors of the mail server are for operators.
grant select (id, customer_id, user_id, recipient, template, subject, text_body, html_body, state, created_at, sent_at),
  insert (id, customer_id, user_id, recipient, template, subject, text_body, html_body, masked, sealed) on emails to headwater_app;
