import type { Columns } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { CaseCard, EvidenceCopy } from "#domain/moderation/api.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import type { EvidenceContent } from "../reports/report-target.ts";
import { presentUser, presentUserJson } from "../users/present.ts";
import { isoTimeOrNull } from "./ban-statements.ts";
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
    decided_at: isoTimeOrNull(row.decided_at),
    updated_at: isoTime(row.updated_at),
    ...createdTimes(row.created_at),
  };
}

export type EvidenceRow = Columns<"evidence", "id" | "snapshot" | "created_at">;

/** The ids of the users whose messages the evidence contains. */
export const senderIdsOf = (row: EvidenceRow): number[] =>
  (JSON.parse(row.snapshot) as EvidenceContent).messages.map(({ user_id }) => user_id);

export function presentEvidence(row: EvidenceRow, people: ReadonlyMap<number, UserCard>): EvidenceCopy {
  const { title, text, picture_url, place, messages } = JSON.parse(row.snapshot) as EvidenceContent;
  return {
    id: row.id,
    title,
    text,
    picture_url,
    place,
    messages: messages.flatMap(({ id, user_id, body, reported, created_at }) => {
      const user = people.get(user_id);
      return user ? { id, user, body, reported, ...createdTimes(created_at) } : [];
    }),
    ...createdTimes(row.created_at),
  };
}
