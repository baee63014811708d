-- Every figure the lender can change has a date (domain 2.22): a parameter is in force from valid_from to valid_to,
-- both days included; without valid_to until further notice.

-- A one-value range of text, so that the constraint below can ask for equal kind and key with an operator that every
-- PostgreSQL has: equality of plain text in a GiST index would need the extension btree_gist.
create type text_range as range (subtype = text, collation = "C");

create table parameter (
  id uuid primary key,
  kind text not null check (kind in ('product', 'price', 'igv', 'rate_cap', 'promotion', 'rate_limit')),
  key text not null check (key ~ '^[a-z0-9-]{1,40}$'),
  value jsonb not null,
  valid_from date not null,
  valid_to date,
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null default now(),
  check (valid_to >= valid_from),
  -- One value for one day, whoever writes and whenever.
  constraint parameter_no_overlap exclude using gist (
    text_range(kind, kind, '[]') with &&,
    text_range(key, key, '[]') with &&,
    daterange(valid_from, valid_to, '[]') with &&
  )
);

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
  if (new.id, new.kind, new.key, new.value, new.valid_from, new.approved_by, new.created_at)
     is distinct from (old.id, old.kind, old.key, old.value, old.valid_from, old.approved_by, old.created_at) then
    raise exception 'a parameter is never rewritten: end it with valid_to and add another';
  end if;
  return new;
end
$$;

create trigger parameter_history before update or delete on parameter
  for each row execute function keep_parameter_history();
