import type { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { BlockPart } from "#domain/build/part.ts";

export const GUIDE_STEPS = ["place", "move", "paint", "star", "goal", "test"] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** The level as a step began. */
export interface GuideStart {
  stars: number;
  hasGoal: boolean;
  /** Parts never change, so these are the blocks as they were. */
  blocks: ReadonlyMap<PartId, BlockPart>;
}

export function guideStart(document: BuildDocument): GuideStart {
  const blocks = new Map<PartId, BlockPart>();
  for (const [id, part] of document.entries()) if (part.kind === "block") blocks.set(id, part);
  return { stars: document.count("star"), hasGoal: document.hasGoal, blocks };
}

/** Whether any of the changed blocks fits. */
function hasBlock(
  document: BuildDocument,
  ids: Iterable<PartId>,
  fits: (block: BlockPart, id: PartId) => boolean,
): boolean {
  for (const id of ids) {
    const part = document.get(id);
    if (part?.kind === "block" && fits(part, id)) return true;
  }
  return false;
}

const hasOtherPlace = (before: BlockPart, now: BlockPart): boolean =>
  before.position.join() !== now.position.join();
const hasOtherLook = (before: BlockPart, now: BlockPart): boolean =>
  before.color !== now.color || before.material !== now.material;

/** Whether a step is done. `ids` are the parts that have changed since it began. */
export function isStepDone(
  step: GuideStep,
  start: GuideStart,
  now: { document: BuildDocument; ids: Iterable<PartId>; isTesting: boolean },
): boolean {
  const { document, ids, isTesting } = now;
  const changed = (differs: (before: BlockPart, now: BlockPart) => boolean) =>
    hasBlock(document, ids, (block, id) => {
      const before = start.blocks.get(id);
      return before !== undefined && differs(before, block);
    });
  switch (step) {
    case "place":
      return hasBlock(document, ids, (_, id) => !start.blocks.has(id));
    case "move":
      return changed(hasOtherPlace);
    case "paint":
      return changed(hasOtherLook);
    case "star":
      return document.count("star") > start.stars;
    case "goal":
      return document.hasGoal;
    case "test":
      return isTesting;
  }
}
