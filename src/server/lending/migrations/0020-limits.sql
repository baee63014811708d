-- Limits that many processes count together (decision 0117). One row for each key, written over in one statement: as
-- cheap for three hundred calls an hour as for three, where a row for each call would have to be counted every time.
create table throttle_bucket (
  scope text not null,
  -- A blind index, a person's id or an address, never a person's data.
  key text not null,
  -- When the whole burst is free again, in milliseconds since 1970: what is still used up, told as time.
  full_at_ms double precision not null,
  primary key (scope, key)
);
create index throttle_bucket_age on throttle_bucket (full_at_ms);

-- Wrong codes are counted over all challenges of a person.
create index challenge_of_person on challenge (person_id, created_at) where person_id is not null;
