-- Copies of a user by type: the inventory's totals.
CREATE TRIGGER inventory_insert AFTER INSERT ON inventory BEGIN
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;

-- Serial numbers count sales. Makers' own copies have none.
CREATE TRIGGER inventory_insert_sale AFTER INSERT ON inventory WHEN new.serial IS NOT NULL BEGIN
  UPDATE items SET sales_count = max(sales_count, new.serial) WHERE id = new.item_id;
END;

-- A resold copy changes its owner.
CREATE TRIGGER inventory_move AFTER UPDATE OF user_id ON inventory WHEN new.user_id <> old.user_id BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;

-- Copies of an item that owners offer for sale.
CREATE TRIGGER inventory_offer AFTER UPDATE OF resale_price ON inventory
WHEN (new.resale_price IS NULL) <> (old.resale_price IS NULL) BEGIN
  UPDATE items SET listings_count = listings_count + (new.resale_price IS NOT NULL) - (old.resale_price IS NOT NULL)
    WHERE id = new.item_id;
END;

-- Nothing deletes copies today. A repair by hand keeps the totals right.
CREATE TRIGGER inventory_delete AFTER DELETE ON inventory BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
END;
