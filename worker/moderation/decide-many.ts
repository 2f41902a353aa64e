import { type Columns, sql, statement } from "#db/database.ts";
import type { cases } from "#db/schema/index.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import type { decidePersonRoute } from "#domain/moderation/api.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import type { Call } from "../http/handle.ts";
import { decideCase } from "./decide.ts";

type DecideManyCall = Call<typeof decidePersonRoute>;

type PersonCaseRow = Columns<"cases", "id" | "type">;

/** The cases about the person among the chosen ones, in the order in which they were chosen. */
async function findCases({ params, input, gate }: DecideManyCall): Promise<PersonCaseRow[]> {
  const rows = await gate.all(
    statement<PersonCaseRow>(sql`select c.id, c.type from json_each(${JSON.stringify(input.case_ids)}) n
      cross join cases c on c.id = n.value
      where c.subject_id = (select id from users where username = ${params.username}) order by n.key`),
  );
  const ids = new Set(input.case_ids);
  if (rows.length < ids.size)
    throw new ApiError("not_found", { message: "A report isn't about this person." });
  return rows.filter(({ id }) => ids.delete(id));
}

/**
 * Decides several cases about one person in the same way, one after the other, each as by itself: with its own conditions,
 * audit entry and notifications. The person is warned or banned once. A case that can't be decided is returned with the
 * reason and doesn't stop the others.
 */
export async function decideMany(call: DecideManyCall): Promise<OutputOf<typeof decidePersonRoute>> {
  const { acts, reason, until } = call.input;
  const punishments = acts.filter((action) => action !== "remove");
  const decided: number[] = [];
  const failed: { id: number; message: string }[] = [];
  const decide = (id: number, actions: CaseAction[]) =>
    decideCase(
      { ...call, params: { id }, input: { acts: actions, reason, until, subforum_id: undefined } },
      decided.length > 0 ? punishments : [],
    );
  for (const { id, type } of await findCases(call)) {
    const removal: CaseAction[] = acts.includes("remove") ? [type === "item" ? "hide" : "remove"] : [];
    try {
      await decide(id, [...removal, ...punishments]).catch(async (error: unknown) => {
        // Something that is gone already needs no removal.
        if (!(error instanceof ApiError && error.errors?.acts && punishments.length > 0)) throw error;
        return decide(id, punishments);
      });
      decided.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push({ id, message: error.message });
    }
  }
  const count = decided.length === 1 ? "1 report" : `${decided.length} reports`;
  const left = failed.length > 0 ? ` ${failed.length} couldn't be decided.` : "";
  return { message: `${count} decided.${left}`, decided, failed };
}
