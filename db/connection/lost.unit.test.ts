import { expect, test } from 'vitest'
import { isRead } from './lost'

test.each([
  ['select 1', true],
  ['  with a as (select 1) select updated_at from a', true],
  ['select * from "order" for update skip locked', false],
  ['with seen as (update session set id = 1 returning id) select 1', false],
  ['WITH a AS (DELETE FROM t RETURNING id) SELECT * FROM a', false],
  ["select nextval('order_no')", false],
  ['insert into a select 1', false],
  ['begin', false],
  ['', false],
])('%s is a read: %s', (text, expected) => expect(isRead(text)).toBe(expected))
