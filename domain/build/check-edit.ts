import * as z from "zod/mini";
import { textProblem } from "../api/fields.ts";
import { safeText } from "../api/safe-text.ts";
import { blockSchema, degreesSchema, positionSchema as position, sizeSchema } from "../world/block.ts";
import { isBlock } from "../world/block-field-fits.ts";
import { AMBIENCES, HAZARD_KINDS } from "../world/effects.ts";
import { worldProblem } from "../world/parse-world.ts";
import { type BuildDocument, EditError } from "./document.ts";
import { countParts, type Edit, tidyEdit } from "./edit.ts";
import { clientOf, GOAL_ID, isFixedId, isPartId, type PartId } from "./ids.ts";
import { BUILD_LIMITS } from "./limits.ts";
import { type FieldChanges, PART_FIELDS, type Part, type PartKind, withFields } from "./part.ts";

const id = z.string().check(z.refine(isPartId, "A part belongs to a group that can't exist."));
const builderFields = { group: z.optional(id), locked: z.optional(z.literal(true)) };
const yaw = z.optional(degreesSchema);
/** Parts are stored as they were sent, so the name isn't trimmed before it's checked. */
const groupName = z.string().check((context) => {
  const { value } = context;
  const problem =
    safeText(value) === value
      ? textProblem("The group's name", value, { max: BUILD_LIMITS.groupName })
      : "The group's name has a character that can't be shown. Remove it.";
  if (problem) context.issues.push({ code: "custom", message: problem, input: value });
});

/** Everything except blocks, for which there is a faster check. */
const SCHEMAS: Record<Exclude<PartKind, "block">, z.ZodMiniType> = {
  star: z.strictObject({ kind: z.literal("star"), position, ...builderFields }),
  checkpoint: z.strictObject({ kind: z.literal("checkpoint"), position, yaw, ...builderFields }),
  hazard: z.strictObject({
    kind: z.literal("hazard"),
    hazard: z.enum(HAZARD_KINDS),
    position,
    size: sizeSchema,
    ...builderFields,
  }),
  spawn: z.strictObject({ kind: z.literal("spawn"), position, yaw }),
  goal: z.strictObject({ kind: z.literal("goal"), position }),
  sky: z.strictObject({ kind: z.literal("sky"), ambience: z.optional(z.enum(AMBIENCES)) }),
  group: z.strictObject({
    kind: z.literal("group"),
    name: groupName,
  }),
};
const builderSchema = z.object(builderFields);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function checkPart(value: unknown): asserts value is Part {
  if (!isRecord(value)) throw new EditError("A part must be an object.");
  const { kind } = value;
  if (kind === "block") {
    const { kind: _, group, locked, ...block } = value;
    if (!isBlock(block)) throw new EditError(worldProblem(blockSchema.safeParse(block).error?.issues ?? []));
    const rest = builderSchema.safeParse({ group, locked });
    if (!rest.success) throw new EditError(worldProblem(rest.error.issues));
    return;
  }
  const schema = typeof kind === "string" && Object.hasOwn(SCHEMAS, kind) ? SCHEMAS[kind as "star"] : null;
  if (!schema) throw new EditError("This kind of part doesn't exist.");
  const result = schema.safeParse(value);
  if (!result.success) throw new EditError(worldProblem(result.error.issues));
}

const isPair = (value: unknown): value is [PartId, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isPartId(value[0]);

const isList = (value: unknown): value is unknown[] | undefined =>
  value === undefined || Array.isArray(value);

/** Checks an edit of a page. Throws an `EditError` if malformed, another page's, or refused as an upload. */
export function checkEdit(raw: unknown, document: BuildDocument, client: number): Edit {
  if (!isRecord(raw)) throw new EditError("An operation must be an object.");
  const { add, set, del } = raw;
  if (!isList(add) || !isList(set) || !isList(del)) throw new EditError("An operation must have lists.");
  const edit = { add: add ?? [], set: set ?? [], del: del ?? [] } as Required<Edit>;
  const count = countParts(edit);
  if (count === 0) throw new EditError("An operation must change something.");
  if (count > BUILD_LIMITS.partsPerOp)
    throw new EditError(`An operation can change at most ${BUILD_LIMITS.partsPerOp} things.`);
  for (const entry of edit.add as unknown[]) checkAddition(entry, document, client);
  const added = new Map(edit.add);
  // Changes of things that someone else has deleted have no effect and can't be checked: they aren't passed on.
  edit.set = edit.set.filter((entry) => isChange(entry, (one) => document.get(one) ?? added.get(one)));
  for (const entry of edit.del as unknown[])
    if (typeof entry !== "string" || !isPartId(entry))
      throw new EditError("A deleted id isn't the id of anything.");
  for (const ids of [edit.add.map(([one]) => one), edit.set.map(([one]) => one), edit.del])
    if (new Set(ids).size !== ids.length) throw new EditError("An operation names the same thing twice.");
  document.checkLimits(edit);
  return tidyEdit(edit);
}

function checkAddition(entry: unknown, document: BuildDocument, client: number): void {
  if (!isPair(entry)) throw new EditError("An addition must be an id and a part.");
  const [one, part] = entry;
  checkPart(part);
  if (document.get(one)) {
    throw new EditError(
      one === GOAL_ID ? "The level already has a goal." : "A new thing has an id that's taken.",
    );
  }
  if (
    isFixedId(one)
      ? one !== part.kind
      : clientOf(one) !== client || ["spawn", "goal", "sky"].includes(part.kind)
  )
    throw new EditError("A new thing has the id of something else.");
}

/** Checks a change. Returns whether its part exists: `get` finds those of the document and those that the same edit adds. */
function isChange(entry: unknown, get: (id: PartId) => Part | undefined): boolean {
  if (!isPair(entry) || !isRecord(entry[1])) throw new EditError("A change must be an id and fields.");
  const [one, changes] = entry as [PartId, FieldChanges];
  const part = get(one);
  // Someone else has deleted it. Deleting wins.
  if (!part) return false;
  const fields: readonly string[] = PART_FIELDS[part.kind];
  for (const field of Object.keys(changes))
    if (!fields.includes(field)) throw new EditError(`A ${part.kind} has no field like that.`);
  checkPart(withFields(part, changes));
  return true;
}
