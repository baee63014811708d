-- expand, for programs since 0018
-- What colleagues write down about a client: added, never changed. Text and file are sealed with the person's key, are in
-- the export of their data, and cannot be read again after their erasure.
create table person_note (
  id uuid primary key,
  person_id uuid not null references person,
  written_by text not null check (written_by <> ''),
  at timestamptz not null,
  text_sealed text not null,
  file_name_sealed text,
  file_sealed bytea,
  media_type text check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  check ((file_sealed is null) = (media_type is null) and (file_sealed is null) = (file_name_sealed is null))
);
create index person_note_of on person_note (person_id, at);
create trigger person_note_kept before update or delete on person_note for each row execute function keep_record();
create trigger person_note_not_emptied before truncate on person_note for each statement execute function keep_record();
