/** A picture to draw, as the queue carries it. Drawing it twice does no harm. */
export interface RenderJob {
  kind: "level";
  level_id: number;
  /** Revision of the document to draw; a newer one makes the job void. */
  revision: number;
}
