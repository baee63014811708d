-- expand, for programs since 0018
-- Tasks say which sentence they are and its facts, so that each reader has it in their language. A task from before has
-- the sentence that was written then, in English, and stays as it is.
alter table staff_task add column says text check (says ~ '^[a-z]+(-[a-z]+)*$');
alter table staff_task add column facts jsonb not null default '{}';
