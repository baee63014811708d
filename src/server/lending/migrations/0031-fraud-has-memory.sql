-- expand, for programs since 0027
-- A fraud flag stays with the person and with what they used (decision 0146). HMACs only: of a document and a telephone
-- those of the person's row, of the rest those of person_mark.
alter table person_mark drop constraint person_mark_kind_check;
alter table person_mark add constraint person_mark_kind_check
  check (kind in ('cci', 'device', 'name', 'phone', 'address', 'picture')) not valid;

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

-- Whom two people have flagged before: the person's document and telephone, and the accounts and devices they were seen
-- with. Nobody who asked for a review of it since, and was approved by people, is flagged.
with flagged as (
  select distinct on (application.person_id) application.person_id, application.id as application_id, application.reference,
    event.at, event.actor, gen_random_uuid() as case_id
  from application_event event
  join application on application.id = event.application_id
  where event.event = 'fraud-flagged' and not exists (
    select from decision where decision.application_id = application.id and decision.at > event.at
      and decision.outcome = 'APPROVE' and decision.decided_by like 'operator:%'
  )
  order by application.person_id, event.at desc
), used as (
  select person.id as person_id, 'document' as kind, document_index as mark from person
  union all select id, 'phone', phone_index from person where phone_index is not null
  union all select person_mark.person_id, person_mark.kind, person_mark.mark from person_mark
    where person_mark.kind in ('cci', 'device')
)
insert into fraud_flag
  (id, case_id, kind, mark, person_id, application_id, application_reference, reason, flagged_by, flagged_at)
select gen_random_uuid(), flagged.case_id, used.kind, used.mark, flagged.person_id, flagged.application_id,
  flagged.reference, 'Flagged before flags were kept.', flagged.actor, flagged.at
from flagged join used on used.person_id = flagged.person_id;

-- Who is doing what two accounts asked for, and until when nobody else may: two second persons do it once.
alter table staff_approval
  add column taken_by uuid references colleague,
  add column taken_until timestamptz,
  add constraint staff_approval_taken check ((taken_by is null) = (taken_until is null));

-- Two accounts, by their ids. Rows of before, and of an older program, name logins: their first person is asked again.
alter table application_vote add column voter_id uuid references colleague;
alter table write_off_proposal
  add column proposer_id uuid references colleague,
  add column decider_id uuid references colleague,
  add constraint write_off_two_accounts check (status <> 'APPROVED' or decider_id is null or decider_id <> proposer_id);
