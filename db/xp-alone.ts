/** SQL: whether a row brings XP alone, and none of it came from a person, who sees the row too. Such rows are folded. */
export const XP_ALONE = "coins = 0 and copies is null and xp > 0 and source_type not in ('user', 'day')";
