/** A write: whether the site acknowledged it, and how often it was sent. */
export interface SentWrite {
  acknowledged: boolean;
  tries: number;
}

export interface SentRating {
  user: number;
  level: number;
  /** Values that can be stored: the last acknowledged one, and later ones without a response. */
  possible: { rating: number; difficulty: number }[];
  acknowledged: boolean;
}

export interface SentFavorite {
  user: number;
  /** The last acknowledged state; undefined while a later write has no response. */
  state: boolean | undefined;
}

/** Everything that the clients of a run have sent and received, to compare with the stored data. */
export class WriteHistory {
  readonly users = new Map<string, SentWrite>();
  readonly levels = new Map<string, SentWrite & { id?: number; user: number }>();
  readonly comments = new Map<string, SentWrite>();
  readonly ratings = new Map<string, SentRating>();
  /** Favorite levels and bookmarked threads. */
  readonly favorites = new Map<string, SentFavorite>();
  readonly bookmarks = new Map<string, SentFavorite>();
  /** Posts in the forums by their text. Opening posts know their thread. */
  readonly posts = new Map<string, SentWrite & { thread?: number }>();
  /** Responses by status. 0 means no response. */
  readonly statuses = new Map<number, number>();

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** The number of server errors. */
  get failures(): number {
    return [...this.statuses].reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0);
  }

  get acknowledged(): number {
    return [...this.statuses].reduce(
      (sum, [status, count]) => (status >= 200 && status < 300 ? sum + count : sum),
      0,
    );
  }
}
