-- What is in stock counts as told: receivers read it once, and follow the events from then on.
-- in batches of "sku"
INSERT INTO "stock_told" ("sku_id", "stock", "told_at")
SELECT "id", "stock", now() FROM "sku" WHERE "id" > $1 AND "id" <= $2 AND "stock" > 0;
