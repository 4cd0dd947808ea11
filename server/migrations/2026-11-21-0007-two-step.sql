-- Two-step sign-in: a secret shared with an authenticator app, codes for the day it is lost, and when a session last
-- proved the password.

-- Sealed. Without totp_enabled_at it waits for its first code.
alter table users add column totp_secret bytea;
alter table users add column totp_enabled_at timestamptz;
-- The 30 seconds whose code was used last: none of them or before opens anything again.
alter table users add column totp_last_step bigint;
alter table users add check (totp_enabled_at is null or totp_secret is not null);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- SHA-256. A code has 80 random bits, so that a plain hash resists guessing.
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

alter table sessions add column stepped_up_at timestamptz not null default now();
