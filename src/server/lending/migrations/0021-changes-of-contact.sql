-- What staff approved while a channel is in wrong hands (decision 0116): that channel is told nothing, and what it can
-- reach stops nothing.
alter table contact_change add column lost_channel text check (lost_channel in ('PHONE', 'EMAIL'));
alter table contact_change add check (lost_channel is null or session_id is null);

-- Telephones, mailboxes and accounts of a change are kept no longer than anybody asks about it.
alter table contact_change alter column value_sealed drop not null;
alter table contact_change alter column told_sealed drop not null;
alter table contact_change add check (decided_at is not null or (value_sealed is not null and told_sealed is not null));
create index contact_change_decided on contact_change (decided_at) where value_sealed is not null;
