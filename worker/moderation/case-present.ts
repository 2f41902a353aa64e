import type { UserCard } from "#domain/api/answers.ts";
import type { CaseCard, EvidenceCopy } from "#domain/moderation/api.ts";
import { isoTime, timesOf } from "#domain/time.ts";
import type { Copy } from "../reports/find.ts";
import { presentUser, presentUserJson } from "../users/present.ts";
import { timeOrNull } from "./ban-commands.ts";
import type { CaseRow } from "./case-queries.ts";

export function presentCase(row: CaseRow, now: number): CaseCard {
  const { id, type, target, name, url, reason, reports_count, outcome, claimer } = row;
  return {
    id,
    type,
    target,
    name,
    url,
    user: presentUser(row, now),
    reason,
    reports_count,
    claimed_by: presentUserJson(claimer, now),
    outcome,
    decided_at: timeOrNull(row.decided_at),
    updated_at: isoTime(row.updated_at),
    ...timesOf(row.created_at),
  };
}

export interface EvidenceRow {
  id: number;
  copy: string;
  created_at: number;
}

/** Whom a copy's messages are from. */
export const speakersOf = (row: EvidenceRow): number[] =>
  (JSON.parse(row.copy) as Copy).messages.map(({ user_id }) => user_id);

export function presentCopy(row: EvidenceRow, people: ReadonlyMap<number, UserCard>): EvidenceCopy {
  const { title, text, picture_url, place, messages } = JSON.parse(row.copy) as Copy;
  return {
    id: row.id,
    title,
    text,
    picture_url,
    place,
    messages: messages.flatMap(({ id, user_id, body, reported, created_at }) => {
      const user = people.get(user_id);
      return user ? { id, user, body, reported, ...timesOf(created_at) } : [];
    }),
    ...timesOf(row.created_at),
  };
}
