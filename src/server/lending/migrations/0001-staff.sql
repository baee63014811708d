-- Who works here and what they did (domain 2.22): accounts, second approvals, the audit, tasks.

-- For tables whose rows are never changed.
create function keep_record() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

-- Who works here (domain 2.22): an account for each colleague, with roles, a password and a second factor. Accounts are
-- locked, never deleted: what somebody did stays theirs.
create table colleague (
  id uuid primary key,
  -- How they sign in, and their name in every record: it never changes, and nobody else gets it.
  login text not null check (length(login) between 1 and 60 and lower(login) <> 'machine'),
  name text not null check (length(name) between 1 and 80),
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['support', 'underwriter', 'collections', 'finance', 'compliance', 'admin']
  ),
  password_hash text,
  -- The secret of their authenticator app, sealed, and the last step whose code was used: a code counts once.
  second_factor_sealed text,
  last_step bigint not null default 0,
  -- Wrong attempts since the last right one, and until when they close the account.
  failures int not null default 0,
  closed_until timestamptz,
  -- By an administrator, until one opens it again.
  locked_at timestamptz,
  -- The hash of the link with which a password and a second factor are chosen, once, and until when.
  invitation_hash text,
  invited_until timestamptz,
  created_at timestamptz not null,
  check ((password_hash is null) = (second_factor_sealed is null)),
  check ((invitation_hash is null) = (invited_until is null))
);
create unique index colleague_login on colleague (lower(login));

create function keep_colleague() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a colleague is locked, never deleted';
  end if;
  if (new.id, new.login, new.created_at) is distinct from (old.id, old.login, old.created_at) then
    raise exception 'an account keeps its id and its login';
  end if;
  return new;
end
$$;
create trigger colleague_kept before update or delete on colleague for each row execute function keep_colleague();

create table colleague_session (
  id uuid primary key,
  colleague_id uuid not null references colleague,
  token_hash text not null unique,
  caller text not null,
  created_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index colleague_session_of on colleague_session (colleague_id);

-- What one account asks for and another has to ask for too before it is done (decision 0141).
create table staff_approval (
  id uuid primary key,
  action text not null,
  subject text not null,
  -- Of the whole request: the second person asks for the same.
  digest text not null,
  -- What the second person is shown, without personal data.
  about jsonb not null,
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'APPROVED', 'WITHDRAWN')),
  proposed_by uuid not null references colleague,
  proposed_at timestamptz not null,
  decided_by uuid references colleague,
  decided_at timestamptz,
  -- Who is doing it, and until when nobody else may: two second approvals do it once.
  taken_by uuid references colleague,
  taken_until timestamptz,
  check ((status = 'PROPOSED') = (decided_by is null)),
  check (status <> 'APPROVED' or decided_by <> proposed_by),
  constraint staff_approval_taken check ((taken_by is null) = (taken_until is null))
);
create unique index staff_approval_open on staff_approval (action, subject) where status = 'PROPOSED';

-- Once decided it stays decided, and nobody is put in the place of who proposed it.
create function keep_approval() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.status <> 'PROPOSED'
     or (new.id, new.action, new.subject, new.digest, new.about, new.proposed_by, new.proposed_at)
        is distinct from (old.id, old.action, old.subject, old.digest, old.about, old.proposed_by, old.proposed_at) then
    raise exception 'an approval is decided once and never changed';
  end if;
  return new;
end
$$;
create trigger staff_approval_kept before update or delete on staff_approval
  for each row execute function keep_approval();

-- What staff did, for ever. Each row carries the hash of the one before: none can be changed or taken out unseen.
create table audit (
  position bigint primary key,
  id uuid not null unique,
  at timestamptz not null,
  -- `operator:<name>`, `staff:<name>` or `job:<name>`.
  actor text not null check (actor <> ''),
  action text not null check (action <> ''),
  -- What it was done to, by reference: `person:<id>`. Never personal data.
  subject text not null check (subject <> ''),
  on_behalf_of uuid,
  impersonation_id uuid,
  session_id uuid,
  caller text,
  before jsonb,
  after jsonb,
  prev_hash text not null,
  hash text not null,
  -- The account behind it; null for jobs and machines.
  colleague_id uuid references colleague
);
create index audit_of_subject on audit (subject);

-- The end of the chain. Its lock puts one row after the other.
create table audit_head (
  id int primary key check (id = 1),
  position bigint not null,
  hash text not null
);
insert into audit_head (id, position, hash) values (1, 0, '');
create trigger audit_kept before update or delete on audit for each row execute function keep_record();
create trigger audit_not_emptied before truncate on audit for each statement execute function keep_record();

-- What a person of the lender has to look at. One open row for one thing.
create table staff_task (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- `payment:<id>`, `money:<id>`, `webhook:<id>`: never personal data.
  subject text not null,
  note text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  check ((done_at is null) = (done_by is null))
);
create unique index staff_task_open on staff_task (kind, subject) where done_at is null;
