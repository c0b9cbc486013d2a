ALTER TABLE "order_note" ALTER COLUMN "actor" DROP NOT NULL;--> statement-breakpoint
-- The remark of an order becomes a pinned note. The column stays for servers of the previous version.
INSERT INTO "order_note" ("order_id", "text", "pinned", "created_at")
SELECT "id", "seller_remark", true, "updated_at" FROM "order" WHERE "seller_remark" <> '' ORDER BY "id";--> statement-breakpoint
-- Exports and notes become permissions of their own. Groups keep what they could do.
CREATE TEMPORARY TABLE "new_right" ("code" text, "until_now" text, "element" text, "beside" text, "name" text) ON COMMIT DROP;--> statement-breakpoint
INSERT INTO "new_right" VALUES
  ('cms.order.export', 'cms.order.list', 'order.export', null, null),
  ('cms.customer.export', 'cms.customer.list', 'customer.export', null, null),
  ('cms.product.export', 'cms.product.list', 'product.export', null, null),
  ('cms.user.export', 'cms.user.list', 'user.export', null, null),
  ('cms.oper_log.export', 'cms.oper_log.list', 'oper_log.export', null, null),
  ('cms.login_log.export', 'cms.login_log.list', 'login_log.export', null, null),
  ('cms.error_log.export', 'cms.error_log.list', 'error_log.export', null, null),
  ('cms.order.note', 'cms.order.update', 'order.note', 'order.update', '写备注');--> statement-breakpoint
-- A new version, so that a form that is open for the group cannot overwrite the new permissions.
UPDATE "group" SET "version" = "version" + 1, "updated_by" = null WHERE "id" IN (
  SELECT "group_id" FROM "group_permission" JOIN "new_right" ON "until_now" = "group_permission"."code");--> statement-breakpoint
INSERT INTO "group_permission" ("group_id", "code")
SELECT "group_id", "new_right"."code" FROM "group_permission" JOIN "new_right" ON "until_now" = "group_permission"."code"
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "element" SET "permission_code" = "new_right"."code", "version" = "version" + 1, "updated_by" = null
FROM "new_right" WHERE "element"."code" = "new_right"."element" AND "element"."permission_code" = "until_now";--> statement-breakpoint
-- The button for notes is shown to the groups that have had the button for changes.
INSERT INTO "element" ("code", "name", "permission_code", "menu_id")
SELECT "new_right"."element", "new_right"."name", "new_right"."code", "former"."menu_id"
FROM "new_right" JOIN "element" "former" ON "former"."code" = "new_right"."beside"
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "group_element" ("group_id", "element_id")
SELECT "group_element"."group_id", "element"."id"
FROM "new_right"
JOIN "element" "former" ON "former"."code" = "new_right"."beside"
JOIN "group_element" ON "group_element"."element_id" = "former"."id"
JOIN "element" ON "element"."code" = "new_right"."element"
ON CONFLICT DO NOTHING;
