export type LevelRenderJob =
  /** A newer revision of the document or the bopi voids the job. */
  | { kind: "level"; level_id: number; revision: number }
  /** The double of a level's picture, which another picture voids. */
  | { kind: "double"; level_id: number; picture: string }
  /** A stored version of a level that is being built. */
  | { kind: "build"; level_id: number; save: string };

/** A bopi's, an outfit's or an item's render job. */
export type BopiRenderJob =
  | { kind: "avatar"; user_id: number; revision: number }
  | { kind: "outfit"; outfit_id: number }
  | { kind: "item"; item_id: number };

/** A render job in a queue. Running it twice, late or out of order does no harm. */
export type RenderJob = LevelRenderJob | BopiRenderJob;
