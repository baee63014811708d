-- A transfer may come from any bank: what the client says of it helps a person to find it. `bank_id` is the account of
-- ours that was paid.
alter table voucher add column from_bank text;

-- Points for a confirmed identity were promised and never given: now for those whom people have approved with a picture
-- of their face before them.
insert into trust_event (id, person_id, event, date, natural_key, at)
select gen_random_uuid(), application.person_id, 'identity-approved', min(decision.business_date), 'identity-approved',
  now()
from application
join decision on decision.application_id = application.id
join application_document on application_document.application_id = application.id
where decision.outcome = 'APPROVE' and decision.decided_by like 'operator:%'
  and application_document.type = 'SELFIE' and application_document.submitted_at is not null
group by application.person_id
on conflict do nothing;
