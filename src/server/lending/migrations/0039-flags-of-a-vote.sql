-- expand, for programs since 0027
-- The open flags of fraud that an account knew of when it voted for an approval: the vote counts while there is no other.
-- An older program notes none, and its votes under a flag are asked for again.
alter table application_vote add column flags text[] not null default '{}';
