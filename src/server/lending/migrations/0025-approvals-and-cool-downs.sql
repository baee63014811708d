-- The last of an application's decisions counts: an approval ends the cool-down of the rejection before it, and a
-- rejection takes the approval before it back.
update application set can_reapply_on = null
where can_reapply_on is not null and stage <> 'REJECTED' and 'APPROVE' = (
  select outcome from decision
  where decision.application_id = application.id and outcome in ('APPROVE', 'REJECT')
  order by at desc, id desc limit 1
);
update application set approved_at = null
where approved_at is not null and 'REJECT' = (
  select outcome from decision
  where decision.application_id = application.id and outcome in ('APPROVE', 'REJECT')
  order by at desc, id desc limit 1
);

-- Points for a confirmed identity end with a fraud flag, unless people have approved pictures of that client since.
insert into trust_event_retraction (trust_event_id, at)
select distinct trust_event.id, now()
from trust_event
join application on application.person_id = trust_event.person_id
join application_event as flag on flag.application_id = application.id and flag.event = 'fraud-flagged'
where trust_event.event = 'identity-approved' and not exists (
  select from application as later
  join decision on decision.application_id = later.id
  join application_document on application_document.application_id = later.id
  where later.person_id = trust_event.person_id and decision.at > flag.at
    and decision.outcome = 'APPROVE' and decision.decided_by like 'operator:%'
    and application_document.type = 'SELFIE' and application_document.submitted_at is not null
)
on conflict do nothing;
