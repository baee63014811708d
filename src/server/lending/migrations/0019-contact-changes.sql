-- A change of e-mail, telephone or bank account counts a day after it was asked for and proved (domain 2.1.3, decision
-- 0116). Until then the old one is used, the old channels can stop it, and nothing is paid out.
create table contact_change (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('EMAIL', 'PHONE', 'BANK_ACCOUNT')),
  value_sealed text not null,
  -- The telephones and mailboxes that are told: those in use before the first of several open changes.
  told_sealed text not null,
  -- The session that asked; staff, when it is null.
  session_id uuid references session,
  -- SENT: a new mailbox that has not answered yet. The others are final but for PENDING.
  status text not null check (status in ('SENT', 'PENDING', 'APPLIED', 'STOPPED', 'CANCELLED', 'REPLACED', 'EXPIRED')),
  requested_at timestamptz not null,
  counts_at timestamptz not null,
  decided_at timestamptz,
  check (counts_at >= requested_at + interval '24 hours'),
  check ((status in ('SENT', 'PENDING')) = (decided_at is null))
);
create unique index contact_change_open on contact_change (person_id, kind) where status in ('SENT', 'PENDING');
create index contact_change_due on contact_change (counts_at) where status in ('SENT', 'PENDING');

-- Changes of e-mail that were open are asked for again: their address is sealed for its old row.
update link_token set used_at = now() where kind in ('EMAIL_CONFIRM', 'EMAIL_CANCEL') and used_at is null;
drop table email_change;

-- A purpose may need the password and a code: one grant for each.
alter table session_grant add column method text not null default 'otp' check (method in ('password', 'otp'));
alter table session_grant alter column method drop default;
alter table session_grant drop constraint session_grant_pkey;
alter table session_grant add primary key (session_id, purpose, method);

-- A code beside the link to a new password.
alter table challenge drop constraint challenge_kind_check;
alter table challenge add constraint challenge_kind_check
  check (kind in ('REGISTRATION', 'SIGN_IN', 'NEW_DEVICE', 'STEP_UP', 'PHONE_CHANGE', 'PASSWORD_RESET'));
