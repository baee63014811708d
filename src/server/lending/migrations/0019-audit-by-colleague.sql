-- expand, for programs since 0018
-- What one colleague did, and what was done on some days, among ten years of rows.
create index audit_of_actor on audit (actor, position);
create index audit_of_time on audit (at);
