-- expand, for programs since 0017
-- Pages of the desk that are shown again, for a short time: what a colleague had typed when their session ended, what they
-- searched, and what came of an act. An address has an id alone, which is a secret, and answers to that colleague alone.
create table desk_page (
  -- Of the id.
  key_hash text primary key,
  colleague_id uuid not null references colleague,
  -- An act is first `running`: a form that is sent twice is done once.
  kind text not null check (kind in ('form', 'search', 'running', 'refused', 'done')),
  -- Personal data may be in it.
  content_sealed text,
  kept_at timestamptz not null,
  kept_until timestamptz not null,
  check ((kind = 'running') = (content_sealed is null))
);
create index desk_page_of on desk_page (colleague_id, kind, kept_at);
create index desk_page_age on desk_page (kept_until);
