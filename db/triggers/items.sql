-- The shop's totals by type and sale state. Items that aren't shown count by their state alone.
CREATE TRIGGER items_insert_counters AFTER INSERT ON items BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || new.type_id || ':' || new.sale_state, 1 WHERE new.state = 'shown'
    UNION ALL SELECT 'items:gold', 1 WHERE new.gold_month IS NOT NULL AND new.state = 'shown'
    UNION ALL SELECT 'items:' || new.state, 1 WHERE new.state <> 'shown'
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

-- Only shown items are found.
CREATE TRIGGER items_insert_search AFTER INSERT ON items WHEN new.state = 'shown' BEGIN
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id;
END;

-- The sale of a Limited ends with its last copy.
CREATE TRIGGER items_sold_out AFTER UPDATE OF sales_count ON items
WHEN new.stock IS NOT NULL AND new.sales_count >= new.stock AND new.sold_out = 0 BEGIN
  UPDATE items SET sold_out = 1 WHERE id = new.id;
END;

-- An item's sale state depends on all of these columns, and so do the shop's totals.
CREATE TRIGGER items_update_counters AFTER UPDATE OF purchasable, sold_out, gold_month, state ON items
WHEN new.sale_state <> old.sale_state OR (new.gold_month IS NULL) <> (old.gold_month IS NULL) OR new.state <> old.state BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || old.type_id || ':' || old.sale_state, -1 WHERE old.state = 'shown'
    UNION ALL SELECT 'items:' || new.type_id || ':' || new.sale_state, 1 WHERE new.state = 'shown'
    UNION ALL SELECT 'items:gold', (new.gold_month IS NOT NULL AND new.state = 'shown') - (old.gold_month IS NOT NULL AND old.state = 'shown')
    UNION ALL SELECT 'items:' || old.state, -1 WHERE old.state <> 'shown'
    UNION ALL SELECT 'items:' || new.state, 1 WHERE new.state <> 'shown'
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

-- The row id contains the popularity, so a popular item moves to another row.
CREATE TRIGGER items_update_search AFTER UPDATE OF name, sales_count, favorites_count, state ON items
WHEN new.name <> old.name OR new.search_row <> old.search_row OR new.state <> old.state BEGIN
  DELETE FROM item_search WHERE rowid = old.search_row;
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id AND new.state = 'shown';
END;
