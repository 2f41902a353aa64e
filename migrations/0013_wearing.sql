ALTER TABLE `outfits` ADD `redrawn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Repairs what sales left behind: bopis and outfits that still contain items their users no longer own. The schedule
-- renders them again.
UPDATE bopis SET
  hat1 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat1 AND v.resale_price IS NULL) THEN hat1 END,
  hat2 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat2 AND v.resale_price IS NULL) THEN hat2 END,
  hat3 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat3 AND v.resale_price IS NULL) THEN hat3 END,
  face = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.face AND v.resale_price IS NULL) THEN face END,
  toy = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.toy AND v.resale_price IS NULL) THEN toy END,
  shirt = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.shirt AND v.resale_price IS NULL) THEN shirt END,
  pants = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.pants AND v.resale_price IS NULL) THEN pants END,
  shoes = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.shoes AND v.resale_price IS NULL) THEN shoes END,
  revision = revision + 1
WHERE (hat1 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat1 AND v.resale_price IS NULL))
  OR (hat2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat2 AND v.resale_price IS NULL))
  OR (hat3 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.hat3 AND v.resale_price IS NULL))
  OR (face IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.face AND v.resale_price IS NULL))
  OR (toy IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.toy AND v.resale_price IS NULL))
  OR (shirt IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.shirt AND v.resale_price IS NULL))
  OR (pants IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.pants AND v.resale_price IS NULL))
  OR (shoes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = bopis.user_id AND v.item_id = bopis.shoes AND v.resale_price IS NULL));
--> statement-breakpoint
UPDATE outfits SET
  hat1 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat1) THEN hat1 END,
  hat2 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat2) THEN hat2 END,
  hat3 = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat3) THEN hat3 END,
  face = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.face) THEN face END,
  toy = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.toy) THEN toy END,
  shirt = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.shirt) THEN shirt END,
  pants = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.pants) THEN pants END,
  shoes = CASE WHEN EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.shoes) THEN shoes END,
  redrawn = redrawn OR thumbnail IS NOT NULL, thumbnail = NULL
WHERE (hat1 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat1))
  OR (hat2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat2))
  OR (hat3 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.hat3))
  OR (face IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.face))
  OR (toy IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.toy))
  OR (shirt IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.shirt))
  OR (pants IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.pants))
  OR (shoes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory v WHERE v.user_id = outfits.user_id AND v.item_id = outfits.shoes));
