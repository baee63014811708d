-- expand, for programs since 0018
-- What was done by one act, the newest first, among ten years of rows.
create index audit_of_action on audit (action, position);
