/** A picture to draw, as the queue carries it. Drawing it twice, late or out of order does no harm. */
export type RenderJob =
  /** A newer revision of the document or the bopi makes the job void. */
  | { kind: "level"; level_id: number; revision: number }
  | { kind: "avatar"; user_id: number; revision: number }
  | { kind: "outfit"; outfit_id: number }
  | { kind: "item"; item_id: number };
