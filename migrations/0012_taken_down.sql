-- Levels that staff have made private stay so until an admin opens them again.
ALTER TABLE `levels` ADD `taken_down` integer DEFAULT 0 NOT NULL;
