-- expand, for programs since 0027
-- An older program serves on; only a change of a parameter fails there, with nothing done.
-- A figure takes two accounts, whoever writes it: a parameter names the proposal that two colleagues agreed on.
alter table parameter_proposal
  add column proposer_id uuid references colleague,
  add column decider_id uuid references colleague,
  add constraint two_accounts check (status <> 'APPROVED' or decider_id <> proposer_id);

create or replace function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PROPOSED' or new.proposer_id is null then
      raise exception 'a proposal begins as one, of an account';
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
  if new.decider_id is null or (new.status = 'APPROVED' and old.proposer_id is null) then
    raise exception 'a proposal is decided by an account, and approved when it was proposed by another';
  end if;
  return new;
end
$$;
drop trigger parameter_proposal_kept on parameter_proposal;
create trigger parameter_proposal_kept before insert or update or delete on parameter_proposal
  for each row execute function keep_proposal();

alter table parameter add column proposal_id uuid references parameter_proposal;

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

create or replace function keep_parameter_history() returns trigger language plpgsql as $$
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
