-- Fails a statement that must do all of its parts or nothing, with the error `assert_failure` and this text.
create or replace function require_all(is_complete boolean, fault text) returns int language plpgsql as $$
begin
  if is_complete is not true then raise exception '%', fault using errcode = 'assert_failure'; end if;
  return 1;
end $$;
