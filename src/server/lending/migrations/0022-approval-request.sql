-- expand, for programs since 0021
-- The request of a proposal, so that another account can approve it from its row (decision 0141). It is sealed, because it
-- may say who somebody is, and it is gone with the decision, whichever program decides.
alter table staff_approval
  -- The words of its command.
  add column act text,
  add column request_sealed text,
  -- The client it is about: the request is erased with them.
  add column person_id uuid references person,
  add constraint staff_approval_request check (
    (request_sealed is null or act is not null) and (status = 'PROPOSED' or request_sealed is null)
  );
create index staff_approval_person on staff_approval (person_id) where person_id is not null and request_sealed is not null;

create or replace function keep_approval() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.status <> 'PROPOSED'
     or (new.id, new.action, new.subject, new.digest, new.about, new.proposed_by, new.proposed_at, new.act, new.person_id)
        is distinct from (old.id, old.action, old.subject, old.digest, old.about, old.proposed_by, old.proposed_at, old.act,
          old.person_id)
     or (old.request_sealed is null and new.request_sealed is not null) then
    raise exception 'an approval is decided once and never changed';
  end if;
  if new.status <> 'PROPOSED' then
    new.request_sealed := null;
  end if;
  return new;
end
$$;
