-- Every figure the lender can change has a date (domain 2.22): a parameter is in force from valid_from to valid_to,
-- both days included; without valid_to until further notice. And what is looked up: holidays, districts, banks.

-- A figure somebody wants to change. Whoever proposes it does not approve it.
create table parameter_proposal (
  id uuid primary key,
  kind text not null,
  key text not null,
  value jsonb not null,
  valid_from date not null,
  valid_to date,
  -- Why; for a fee, what it costs the lender (domain 2.22).
  reason text not null check (length(reason) >= 10),
  status text not null check (status in ('PROPOSED', 'APPROVED', 'REJECTED')),
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  proposer_id uuid not null references colleague,
  decider_id uuid references colleague,
  check (valid_to >= valid_from),
  check ((status = 'PROPOSED') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  constraint four_eyes check (status <> 'APPROVED' or lower(decided_by) <> lower(proposed_by)),
  constraint two_accounts check (status <> 'APPROVED' or decider_id <> proposer_id)
);
create index parameter_proposal_open on parameter_proposal (proposed_at) where status = 'PROPOSED';

create function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PROPOSED' then
      raise exception 'a proposal begins as one';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.status <> 'PROPOSED' then
    raise exception 'a proposal is decided once and never removed';
  end if;
  if (to_jsonb(new) - 'status' - 'decided_by' - 'decided_at' - 'decider_id')
     is distinct from (to_jsonb(old) - 'status' - 'decided_by' - 'decided_at' - 'decider_id') then
    raise exception 'a proposal is never rewritten: reject it and propose another';
  end if;
  if new.decider_id is null then
    raise exception 'a proposal is decided by an account';
  end if;
  return new;
end
$$;
create trigger parameter_proposal_kept before insert or update or delete on parameter_proposal
  for each row execute function keep_proposal();

-- A one-value range of text, so that the constraint below can ask for equal kind and key with an operator that every
-- PostgreSQL has: equality of plain text in a GiST index would need the extension btree_gist.
create type text_range as range (subtype = text, collation = "C");

create table parameter (
  id uuid primary key,
  kind text not null check (kind in ('product', 'price', 'igv', 'rate_cap', 'promotion', 'rate_limit', 'policy')),
  key text not null check (key ~ '^[a-z0-9-]{1,40}$'),
  value jsonb not null,
  valid_from date not null,
  valid_to date,
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null default now(),
  proposal_id uuid references parameter_proposal,
  check (valid_to >= valid_from),
  -- One value for one day, whoever writes and whenever.
  constraint parameter_no_overlap exclude using gist (
    text_range(kind, kind, '[]') with &&,
    text_range(key, key, '[]') with &&,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

-- What a new lender starts with comes from the owner of the tables, once for a kind and key. Everything after it is what
-- two accounts approved: the value itself, or the one before it that comes back after its last day.
create function parameter_by_two_accounts() returns trigger language plpgsql as $$
begin
  if new.proposal_id is null then
    if new.approved_by = 'seed'
       and pg_has_role((select relowner from pg_class where oid = tg_relid), 'member')
       and not exists (
         select from parameter where kind = new.kind and key = new.key and created_at < transaction_timestamp()
       ) then
      return new;
    end if;
    raise exception 'a parameter takes a proposal that two accounts approved';
  end if;
  if not exists (
    select from parameter_proposal as proposal
    where proposal.id = new.proposal_id and proposal.status = 'APPROVED'
      and proposal.proposer_id <> proposal.decider_id
      and proposal.kind = new.kind and proposal.key = new.key
      and (
        (proposal.value, proposal.valid_from) = (new.value, new.valid_from)
          and proposal.valid_to is not distinct from new.valid_to
        or new.valid_from = proposal.valid_to + 1 and exists (
          select from parameter as earlier
          where earlier.kind = new.kind and earlier.key = new.key and earlier.value = new.value
            and earlier.valid_to = proposal.valid_from - 1
        )
      )
  ) then
    raise exception 'two accounts approved another value, or none';
  end if;
  return new;
end
$$;
create trigger parameter_approved before insert on parameter
  for each row execute function parameter_by_two_accounts();

-- Grows with every change: two prices are comparable when it is equal. One row, so that writers queue up on it and no
-- reader sees a version without its parameters.
create table parameter_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into parameter_version (version) values (0);

create function count_parameter_change() returns trigger language plpgsql as $$
begin
  update parameter_version set version = version + 1;
  return null;
end
$$;
create trigger parameter_change after insert or update on parameter
  for each statement execute function count_parameter_change();

-- What a price was yesterday stays true: a parameter is ended and followed by another, never rewritten or removed.
create function keep_parameter_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a parameter is never deleted: end it with valid_to';
  end if;
  if (to_jsonb(new) - 'valid_to') is distinct from (to_jsonb(old) - 'valid_to') then
    raise exception 'a parameter is never rewritten: end it with valid_to and add another';
  end if;
  return new;
end
$$;
create trigger parameter_history before update or delete on parameter
  for each row execute function keep_parameter_history();

-- Dated, like every legal value. A year counts as known when it has at least one row.
create table holiday (
  date date primary key,
  name text not null check (name <> ''),
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null default now()
);

-- INEI's districts (not RENIEC's codes, not SUNAT's); operations add the new ones.
create table ubigeo (
  code text primary key check (code ~ '^\d{6}$'),
  department text not null check (department <> ''),
  province text not null check (province <> ''),
  district text not null check (district <> ''),
  active boolean not null default true
);

create table bank (
  id text primary key check (id ~ '^[a-z0-9-]{2,20}$'),
  name text not null check (name <> ''),
  -- The code every interbank account of the bank begins with.
  code text not null unique check (code ~ '^\d{3}$'),
  -- How many digits its account numbers have; empty where nobody has told us.
  account_lengths jsonb not null default '[]',
  position int not null,
  active boolean not null default true
);

-- How far the sandbox has moved the business date; one row, so that every copy lives on the same day.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_days int not null check (offset_days >= 0)
);
insert into sandbox_clock (offset_days) values (0);
