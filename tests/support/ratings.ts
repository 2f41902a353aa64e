import { runSql } from "./browser.ts";

export interface StoredRating {
  id: number;
  user_id: number;
  level_id: number;
  rating: number;
  difficulty: number;
  username: string;
}

/** Returns all ratings with their users. */
export const allRatings = (): Promise<StoredRating[]> =>
  runSql<StoredRating>`select r.id, r.user_id, r.level_id, r.rating, r.difficulty, u.username
    from ratings r join users u on u.id = r.user_id`;
