-- expand, for programs since 0027
-- What clients declare about themselves, each time they do, with the words they were asked in (decision 0146).
create table declaration (
  id uuid primary key,
  person_id uuid not null references person,
  application_id uuid not null references application,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{2,39}$'),
  answer boolean not null,
  -- What was said with a yes, sealed with the person's key.
  detail_sealed text,
  -- SHA-256 of the words that were on the screen, in hex.
  text_version text not null check (text_version ~ '^[0-9a-f]{64}$'),
  declared_at timestamptz not null
);
create index declaration_of on declaration (person_id, declared_at);
create trigger declaration_kept before update or delete on declaration for each row execute function keep_record();

-- Refused applications end as well (decision 0147).
create index application_papers_to_purge on application (stage_since)
  where stage in ('CANCELLED', 'EXPIRED', 'REJECTED') and purged_at is null;
drop index application_to_purge;
