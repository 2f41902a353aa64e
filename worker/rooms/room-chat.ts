/** A line of a room's chat. */
export interface ChatLine {
  user: number;
  username: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}
