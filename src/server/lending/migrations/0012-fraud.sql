-- A fraud flag stays with the person and with what they used (decision 0146). HMACs only: of a document and a telephone
-- those of the person's row, of the rest those of person_mark.

create table fraud_flag (
  id uuid primary key,
  -- What was flagged together.
  case_id uuid not null,
  kind text not null check (kind in ('document', 'phone', 'cci', 'device', 'address')),
  -- Null once its time is over.
  mark text,
  -- Whose it was; null for what nobody here has used.
  person_id uuid references person,
  -- Where it was found.
  application_id uuid references application,
  application_reference text,
  -- Colleagues' words, without a client's data.
  reason text not null,
  flagged_by text not null check (flagged_by <> ''),
  flagged_at timestamptz not null,
  lift_reason text,
  lifted_by text,
  lifted_at timestamptz,
  forgotten_at timestamptz,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null)),
  check ((mark is null) = (forgotten_at is not null))
);

-- One open flag of a thing and a person.
create unique index fraud_flag_open on fraud_flag
  (kind, mark, coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid)) where lifted_at is null;
create index fraud_flag_of_person on fraud_flag (person_id) where lifted_at is null;
create index fraud_flag_case on fraud_flag (case_id);

create function keep_fraud_flag() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a fraud flag is lifted, never deleted';
  end if;
  if (new.id, new.case_id, new.kind, new.person_id, new.application_id, new.application_reference, new.flagged_by,
      new.flagged_at)
     is distinct from (old.id, old.case_id, old.kind, old.person_id, old.application_id, old.application_reference,
      old.flagged_by, old.flagged_at)
     or old.lifted_at is not null and (new.lifted_at, new.lifted_by) is distinct from (old.lifted_at, old.lifted_by)
     or new.mark is distinct from old.mark and new.mark is not null
     or new.reason is distinct from old.reason and new.forgotten_at is null
     or old.forgotten_at is not null then
    raise exception 'a fraud flag is lifted once, and forgotten once';
  end if;
  return new;
end
$$;
create trigger fraud_flag_kept before update or delete on fraud_flag
  for each row execute function keep_fraud_flag();

-- Which open flags of fraud two colleagues knew of when they lent to somebody all the same. Any other stops a signature and
-- a payout (decision 0146).
create table fraud_flag_known (
  flag_id uuid not null references fraud_flag,
  person_id uuid not null references person,
  -- The second account: `operator:ana`.
  known_by text not null,
  known_at timestamptz not null,
  primary key (flag_id, person_id)
);
create index fraud_flag_known_of on fraud_flag_known (person_id);
create trigger fraud_flag_known_kept before update or delete on fraud_flag_known
  for each row execute function keep_record();
