-- Achievements per user.
CREATE TRIGGER user_achievements_insert AFTER INSERT ON user_achievements BEGIN
  UPDATE users SET achievements_count = achievements_count + 1 WHERE id = new.user_id;
END;
