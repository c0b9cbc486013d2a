-- The two settings of freight become the default template. Their rows stay for servers of the previous version. The
-- template of a shop that has products delivers to where it did; a new installation has none yet.
INSERT INTO "freight_template" ("name", "charge", "rules", "free_amount", "is_default", "only_mainland")
SELECT '统一运费', 'piece',
  jsonb_build_array(jsonb_build_object('regions', '[]'::jsonb, 'first', 1, 'first_fee', coalesce(fee, 0), 'next', 1, 'next_fee', 0, 'free_amount', null)),
  nullif(free_from, 0), true, NOT EXISTS (SELECT FROM "product")
FROM (SELECT
  (SELECT "value"::int FROM "config" WHERE "key" = 'order.freight_fee' AND jsonb_typeof("value") = 'number') AS fee,
  (SELECT "value"::int FROM "config" WHERE "key" = 'order.freight_free_from' AND jsonb_typeof("value") = 'number') AS free_from) settings;
--> statement-breakpoint
-- Exports and notes become permissions of their own. Groups keep what they could do, also the button for notes. Their new
-- version keeps an open form from overwriting the new permissions.
WITH "new_right" ("code", "until_now", "element", "beside", "name") AS (VALUES
  ('cms.order.export', 'cms.order.list', 'order.export', null, null),
  ('cms.customer.export', 'cms.customer.list', 'customer.export', null, null),
  ('cms.product.export', 'cms.product.list', 'product.export', null, null),
  ('cms.user.export', 'cms.user.list', 'user.export', null, null),
  ('cms.oper_log.export', 'cms.oper_log.list', 'oper_log.export', null, null),
  ('cms.login_log.export', 'cms.login_log.list', 'login_log.export', null, null),
  ('cms.error_log.export', 'cms.error_log.list', 'error_log.export', null, null),
  ('cms.order.note', 'cms.order.update', 'order.note', 'order.update', '写备注')
), "changed" AS (
  UPDATE "group" SET "version" = "version" + 1, "updated_by" = null WHERE "id" IN (
    SELECT "group_id" FROM "group_permission" JOIN "new_right" ON "until_now" = "group_permission"."code")
), "permitted" AS (
  INSERT INTO "group_permission" ("group_id", "code")
  SELECT "group_id", "new_right"."code" FROM "group_permission" JOIN "new_right" ON "until_now" = "group_permission"."code"
  ON CONFLICT DO NOTHING
), "button" AS (
  UPDATE "element" SET "permission_code" = "new_right"."code", "version" = "version" + 1, "updated_by" = null
  FROM "new_right" WHERE "element"."code" = "new_right"."element" AND "element"."permission_code" = "until_now"
), "made" AS (
  INSERT INTO "element" ("code", "name", "permission_code", "menu_id")
  SELECT "new_right"."element", "new_right"."name", "new_right"."code", "former"."menu_id"
  FROM "new_right" JOIN "element" "former" ON "former"."code" = "new_right"."beside"
  ON CONFLICT DO NOTHING
  RETURNING "id", "code"
)
INSERT INTO "group_element" ("group_id", "element_id")
SELECT "group_element"."group_id", "made"."id"
FROM "made"
JOIN "new_right" ON "new_right"."element" = "made"."code"
JOIN "element" "former" ON "former"."code" = "new_right"."beside"
JOIN "group_element" ON "group_element"."element_id" = "former"."id"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The remark of an order becomes a pinned note. The column stays for servers of the previous version.
-- in batches of "order"
INSERT INTO "order_note" ("order_id", "text", "pinned", "created_at")
SELECT "id", "seller_remark", true, "updated_at" FROM "order"
WHERE "seller_remark" <> '' AND "id" > $1 AND "id" <= $2 ORDER BY "id";
--> statement-breakpoint
-- Accounts of earlier versions, such as 008613800001234. Of several accounts with one number, the one that is already in
-- the form keeps the number, else a verified one, else the first one; the others stay as they are.
-- in batches of "identity"
UPDATE "identity" SET "identifier" = formed.key, "updated_at" = now() FROM (
  SELECT DISTINCT ON (phone_key(identifier)) id, phone_key(identifier) AS key FROM "identity"
  WHERE "id" > $1 AND "id" <= $2 AND type = 102 AND verified_at IS NOT NULL AND identifier <> phone_key(identifier)
  ORDER BY phone_key(identifier), id
) formed WHERE "identity".id = formed.id
  AND NOT EXISTS (SELECT FROM "identity" other WHERE other.type = 102 AND other.identifier = formed.key);
--> statement-breakpoint
-- The accounts that are not verified.
-- in batches of "identity"
UPDATE "identity" SET "identifier" = formed.key, "updated_at" = now() FROM (
  SELECT DISTINCT ON (phone_key(identifier)) id, phone_key(identifier) AS key FROM "identity"
  WHERE "id" > $1 AND "id" <= $2 AND type = 102 AND identifier <> phone_key(identifier)
  ORDER BY phone_key(identifier), id
) formed WHERE "identity".id = formed.id
  AND NOT EXISTS (SELECT FROM "identity" other WHERE other.type = 102 AND other.identifier = formed.key);
--> statement-breakpoint
-- Computes the pieces of products with characters whose folded form is another one.
-- in batches of "product"
UPDATE "product" SET "name" = "name" WHERE "id" IN (
  SELECT "id" FROM "product" WHERE "id" > $1 AND "id" <= $2
    AND grams <> grams(product_text(name, summary, properties || shown_specs(specs)))
  ORDER BY "id" FOR UPDATE);
