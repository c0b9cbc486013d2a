-- Returns a phone number in the form in which numbers are stored and searched. Mainland China: the eleven digits of a
-- mobile number, or a landline with the area code. Other countries: + and the digits. The beginning of a number becomes
-- the beginning of this form. Null if the text has a character that phone numbers do not have. `phoneOf`
-- (lib/kit/api/endpoint/phone-number.ts), which knows the numbers of all countries, returns the same form.
create or replace function phone_key(t text) returns text language plpgsql immutable strict parallel safe as $$
declare
  d text;
begin
  if t ~ '^1[0-9]{10}$' then return t; end if;
  -- Sorting the marks of one letter takes the square of their number.
  d := normalize(left(t, 256), NFKC);
  if d ~ '[^0-9+ ()./\[\]\u002d\u00a0\u00ad\u061c\u2000-\u206f\u2212\u3000-\u303f\ufeff]' then return null; end if;
  -- A zero in parentheses is dialed only within the country.
  d := regexp_replace(d, '^([^(]*[0-9]\s*)\(0\)', '\1');
  d := regexp_replace(d, '[^0-9+]|(?<=[0-9+])\+', '', 'g');
  d := regexp_replace(d, '^(?:\+|00)?86(?=[48]00[0-9]{7}$)', '');
  d := regexp_replace(d, '^(?:\+|00)?860?(?=[2-9][0-9]{9,10}$|10[0-9]{8}$)', '0');
  d := regexp_replace(d, '^(?:(?:\+|00)860?(?=1[0-9]{0,10}$)|860?(?=1[0-9]{10}$)|0(?=1[0-9]{10}$))', '');
  return nullif(regexp_replace(d, '^00(?=[1-9])', '+'), '');
end $$;
